/**
 * What a workbook's partners would have where they come to hang: no more than whoever brings it may give, and all that
 * was set from above.
 */
import type { Executor } from '../../platform/db/connect.ts'
import { grantorOf } from '../../rules/commissions/granted.ts'
import type { Placed } from '../../rules/inheritance/place.ts'
import { changesOf, changesText, holdPlaces } from '../../rules/inheritance/watch.ts'
import {
  idOf,
  type PlanContext,
  type SheetFault,
  type PartnerRef,
  type PlannedPartner,
  type PlannedRate,
} from './planned.ts'

/** The tree below whoever brings the workbook, as it is and as it would be. One that is new has a number below zero. */
class Chains {
  private readonly top: number
  private readonly fathers: Map<number, number | null>
  private readonly made = new Map<string, number>()
  private readonly planned = new Map<number, number | null>()

  constructor({ known, session }: PlanContext, partners: readonly PlannedPartner[]) {
    this.top = session.partner_id
    this.fathers = new Map(known.partners.map(({ id, father_id }) => [id, father_id]))
    for (const one of partners) if (one.father) this.planned.set(this.nodeOf(one), this.nodeOf(one.father))
  }

  nodeOf(ref: PartnerRef): number {
    const id = idOf(ref)
    if (id !== null) return id
    const made = this.made.get(ref.code) ?? -1 - this.made.size
    this.made.set(ref.code, made)
    return made
  }

  private chain(node: number, fatherOf: (node: number) => number | null | undefined): number[] {
    const chain: number[] = []
    for (let at: number | null | undefined = node; at != null && at !== this.top; at = fatherOf(at)) chain.push(at)
    return chain
  }

  before = (id: number): number[] => this.chain(id, (node) => this.fathers.get(node))
  after = (ref: PartnerRef): number[] =>
    this.chain(this.nodeOf(ref), (node) => this.planned.get(node) ?? this.fathers.get(node))
}

/** Who is made, moves, or sells in more than it did. */
const isPlaced = ({ before, moves, currencies }: PlannedPartner) =>
  before === null || moves || currencies.some((one) => !before.currencies.includes(one))

/**
 * Refuses each row whose partner would inherit otherwise. To be written, they are held first: the network is what was
 * looked at until it is. Of many who come to one place each is told, and it is looked at once.
 */
export async function refuseInherited(
  db: Executor,
  facts: PlanContext,
  {
    partners,
    rates,
    faults,
  }: { partners: readonly PlannedPartner[]; rates: readonly PlannedRate[]; faults: SheetFault[] },
  holding: boolean,
): Promise<void> {
  const grantor = grantorOf(facts.session)
  if (grantor === null) return
  const chains = new Chains(facts, partners)
  const set = new Set(rates.map(({ partner }) => chains.nodeOf(partner)))
  const places = new Map<string, { placed: Placed; rows: PlannedPartner[] }>()
  for (const one of partners.filter((partner) => partner.father !== null && isPlaced(partner))) {
    const { before, currencies } = one
    const placed: Placed = {
      before: before && { chain: chains.before(before.id), currencies: before.currencies },
      // Of those that are made, only who sets a rate has anything of its own.
      after: { chain: chains.after(one).filter((node) => node > 0 || set.has(node)), currencies },
    }
    const key = JSON.stringify(placed)
    const place = places.get(key) ?? { placed, rows: [] }
    places.set(key, place)
    place.rows.push(one)
  }
  const all = [...places.values()]
  if (holding) await holdPlaces({ db, session: facts.session }, [...new Set(all.flatMap(nodesIn))])
  const planned = rates
    .filter(({ action }) => action !== 'igual')
    .map(({ partner, product_id, bet_type_id, currency, rate }) => ({
      partner_id: chains.nodeOf(partner),
      product_id,
      bet_type_id,
      currency,
      rate,
    }))
  const changes = await changesOf(
    db,
    grantor,
    all.map(({ placed }) => placed),
    planned,
  )
  all.forEach(({ rows }, n) => {
    const text = changes[n]!.length > 0 && changesText(changes[n]!)
    if (text) faults.push(...rows.map((one) => faultOf(one, text)))
  })
}

const nodesIn = ({ placed: { before, after } }: { placed: Placed }) =>
  [...(before?.chain ?? []), ...after.chain].filter((node) => node > 0)

const faultOf = ({ sheet, line, father, before }: PlannedPartner, text: string): SheetFault => ({
  sheet,
  line,
  column: sheet === 'taquillas' ? 'Agencia' : 'Padre',
  value: father?.name ?? '',
  message: `${before ? 'Ahí cambiaría lo que tiene' : 'Ahí recibiría más de lo que usted puede dar'}. ${text}`,
})
