/** A demo tree grown to the size of a large banca: further distributors, agencies and offices like those it has. */
import { demoDistributors } from './data/demo-tree.ts'
import { agencyAdmin, type DemoPartner, type DemoUser } from './plan.ts'
import type { TreePlan } from './tree-plan.ts'

/** How many agencies and ticket offices the whole banca has; missing is as many as the demo has by itself. */
export interface TreeSize {
  agencies?: number
  offices?: number
}

/** Agencies of a distributor that is added. */
const agenciesOfOne = 50

/**
 * Adds what `size` asks for beyond what the tree has; never takes anything away. The distributors that are added hang
 * from the demo's, an agency takes its place and its habits from one of the demo's, and each has an office at least.
 */
export function growTree(tree: TreePlan, { agencies = 0, offices = 0 }: TreeSize): void {
  const count = (type: DemoPartner['type']) => tree.partners.filter((one) => one.type === type).length
  const missing = agencies - count('agencia')
  if (missing <= 0) return
  const wanted = Math.max(missing, offices - tree.offices.length)
  const named = new Map<string, number>()
  const another = (name: string) => {
    const nth = (named.get(name) ?? 1) + 1
    named.set(name, nth)
    return `${name} ${nth}`
  }
  let father_id = 0
  for (let n = 0; n < missing; n++) {
    const one = demoDistributors[Math.floor(n / agenciesOfOne) % demoDistributors.length]!
    if (n % agenciesOfOne === 0) {
      const above = tree.partner(one.name)
      father_id = tree.add(
        'distribuidor',
        above.id,
        another(one.name),
        [one.state, one.municipality],
        above.currencies,
      ).id
    }
    const [name, state, municipality, , ...habits] = one.agencies[(n % agenciesOfOne) % one.agencies.length]!
    const own = Math.floor(((n + 1) * wanted) / missing) - Math.floor((n * wanted) / missing)
    tree.agency(father_id, [another(name), state, municipality, own, ...habits])
  }
}

/** Somebody for each agency that was added after `first` partners; nobody knows their passwords. */
export function agencyPeople(tree: TreePlan, first: number): DemoUser[] {
  return tree.partners.slice(first).flatMap((one) =>
    one.type === 'agencia'
      ? [
          {
            username: one.code.toLowerCase(),
            name: `Encargado de ${one.name}`,
            role: agencyAdmin,
            partner_id: one.id,
          },
        ]
      : [],
  )
}
