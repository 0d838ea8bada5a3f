/** The Panama demo banca: smaller, in dollars, an hour behind Caracas. */
import { catalogueProducts } from './catalogue.ts'
import { panamaAgencies } from './data/demo-tree.ts'
import { agencyAdmin, bancaAdmin, type DemoPlan } from './plan.ts'
import { Random } from './random.ts'
import { sellersOf } from './sellers.ts'
import { TreePlan } from './tree-plan.ts'

/** Sold there: the Panama draws, and the best known of Venezuela's animals. */
const sold = new Set(['LOTTO_ACTIVO', 'LA_GRANJITA', 'PANAMA_DOMINICAL', 'PANAMA_MIERCOLITO'])

/** The same seed makes the same plan. */
export function panamaPlan(seed: number): DemoPlan {
  const tree = new TreePlan('PA', new Random(seed, 11))
  const banca = tree.add('banca', null, 'Banca del Istmo', ['Panamá', 'Panamá'], ['USD'])
  const distributor = tree.add('distribuidor', banca.id, 'Distribuidora Metropolitana', ['Panamá', 'Panamá'], ['USD'])
  panamaAgencies.forEach((agency, at) => tree.agency(at < 3 ? distributor.id : banca.id, agency))
  return {
    name: 'Banca del Istmo',
    document: tree.partners[0]!.document,
    country_iso2: 'PA',
    zone: 'America/Panama',
    currencies: ['USD'],
    partners: tree.partners,
    offices: tree.offices,
    users: [
      {
        username: 'banca-pa',
        name: 'Itzel Quintero',
        role: bancaAdmin,
        partner_id: banca.id,
        manage_childs: true,
        awarding_results: true,
        demo: true,
      },
      {
        username: 'panama',
        name: 'Abdiel Batista',
        role: agencyAdmin,
        partner_id: tree.partner('Agencia Calidonia').id,
        demo: true,
      },
      ...sellersOf(tree, [], new Random(seed, 12)),
    ],
    rates: [
      {
        partner_id: banca.id,
        commission_kind: 'VENTA',
        commission_percent: '12',
        participation_kind: 'COMPARTIDA',
        participation_percent: '0',
      },
    ],
    products: catalogueProducts.filter((one) => sold.has(one.code)).map((one) => one.id),
  }
}
