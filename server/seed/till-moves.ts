/** What moves in the demo's drawers and funds beside their tickets, by the rules that its calls go through. */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
import { addDays } from '@contract/values/dates.ts'
import { toCents } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { json, type Tx } from '../platform/db/connect.ts'
import { moveMoney } from '../rules/cash/funds.ts'
import { postDecided, readMovement, type MovementSignature } from '../rules/cash/movements.ts'
import { shareOpenRegister } from '../rules/cash/open-register.ts'
import { accepted, give, givenBack } from '../rules/cash/transfers.ts'
import { erase, write } from '../rules/cash/write.ts'
import { lockTree } from '../rules/tree/tree.ts'
import { instantOf, type Drawer, type TillDays } from './till-days.ts'
import type { Given, OfficeName, PlaceName, TillPlan, Written } from './till-plan.ts'

interface Fund {
  id: number
  /** Who looks after it: somebody of its partner. */
  keeper: number
}

/** What a plan names, as it came to be. */
export interface TillNames {
  drawers: readonly Drawer[]
  /** By their name, which is one in the whole plan. */
  types: ReadonlyMap<string, number>
  funds: Map<string, Fund>
  /** Somebody of the banca. */
  banca: number
}

type Named = Pick<TillNames, 'types' | 'banca'>

const owner = (agency: string | undefined) =>
  agency === undefined
    ? sql`(SELECT id FROM partners WHERE type = 'banca')`
    : sql`(SELECT id FROM partners WHERE type = 'agencia' AND name = ${`Agencia ${agency}`})`

export async function makeTypes(tx: Tx, { types }: TillPlan): Promise<Named> {
  const made = new Map<string, number>()
  for (const { agency, direction, name, needs_approval = false, borne_by = 'agencia' } of types) {
    const row = await tx.one<{ id: number }>(sql`
      INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval, borne_by)
      VALUES (${owner(agency)}, ${direction}, ${name}, ${fold(name)}, ${needs_approval}, ${borne_by}) RETURNING id`)
    made.set(name, row!.id)
  }
  const banca = await tx.one<{ id: number }>(
    sql`SELECT min(id) AS id FROM users WHERE partner_id = ${owner(undefined)}`,
  )
  return { types: made, banca: banca!.id }
}

/** Made, and filled, the day before the first register. */
export async function makeFunds(tx: Tx, { funds, drawers }: TillPlan, names: TillNames, days: TillDays): Promise<void> {
  const ago = Math.max(0, ...drawers.map(({ since }) => since))
  for (const { agency, name, minimums, holds } of funds) {
    const made = await tx.one<Fund & { partner_id: number }>(sql`
      INSERT INTO cash_funds (partner_id, name, name_key, minimums)
      VALUES (${owner(agency)}, ${name}, ${fold(name)}, ${json(minimums)})
      RETURNING id, partner_id, (SELECT min(person.id) FROM users person WHERE person.partner_id = cash_funds.partner_id) AS keeper`)
    const { id, partner_id, keeper } = made!
    names.funds.set(name, { id, keeper })
    for (const [currency, amount] of Object.entries(holds) as [Currency, string][])
      await moveMoney(
        tx,
        partner_id,
        {
          fund_id: id,
          direction: 'entra',
          other_fund_id: null,
          account_id: null,
          currency,
          amount,
          concept: 'Con lo que empieza',
          reference: '',
        },
        signed(days, { ago, at: '07:00' }, keeper),
      )
  }
}

const signed = (days: TillDays, { ago, at }: { ago: number; at: string }, by: number): MovementSignature => ({
  by,
  at: instantOf(days, ago, at),
  today: addDays(days.today, -ago),
})

const drawerOf = ({ drawers }: TillNames, name: OfficeName) => drawers.find(({ office }) => office === name)

/** What leaves a drawer by the plan, in hundredths: what it must hold beside what its tickets ask for. */
export function outflowOf({ moves }: TillPlan, { office }: Drawer, currency: Currency): bigint {
  return moves
    .filter((move) => (move.currency ?? 'BS') === currency)
    .filter((move) =>
      'office' in move
        ? move.kind === 'egreso' && move.office === office
        : 'office' in move.from && move.from.office === office,
    )
    .reduce((sum, { amount }) => sum + toCents(amount), 0n)
}

/** One that a demo of fewer days has no drawer for is left out. */
export async function moveInTill(tx: Tx, move: Written | Given, names: TillNames, days: TillDays): Promise<void> {
  return 'office' in move ? writeInto(tx, move, names, days) : handOver(tx, move, names, days)
}

async function writeInto(tx: Tx, move: Written, names: TillNames, days: TillDays): Promise<void> {
  const drawer = drawerOf(names, move.office)
  if (!drawer || drawer.since < move.ago) return
  const { kind, amount, concept, currency = 'BS', reference = '', ends, observation } = move
  const by = signed(days, move, drawer.seller)
  const form = { type_id: names.types.get(move.type)!, currency, amount, method_id: null, concept, reference }
  const id = await write(tx, kind, drawer.office_id, form, by)
  const { register_id, borne_by } = await readMovement(tx, id)
  if (ends === 'eliminado') {
    await erase(tx, { id, kind, day: by.today, office_id: drawer.office_id, register_id }, by)
    return
  }
  if (!ends) return
  const decider = signed(days, { ago: move.ago, at: later }, borne_by === 'banca' ? names.banca : drawer.decider)
  await tx.run(sql`
    UPDATE cash_movements SET state = ${ends}, observation = ${observation ?? null}, decided_by = ${decider.by},
      decided_at = ${decider.at.toISOString()}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${id}`)
  await postDecided(tx, await readMovement(tx, id), decider)
}

/** By when what was decided was. */
const later = '19:30'

async function handOver(tx: Tx, move: Given, names: TillNames, days: TillDays): Promise<void> {
  const sides = [move.from, move.to].map((place) => placeOf(names, place))
  const [from, to] = sides
  if (!from || !to || sides.some((side) => side!.since < move.ago)) return
  await lockTree(tx, 'add')
  const { kind, amount, concept, currency = 'BS', ends, observation } = move
  const register_id = await openAt(tx, from)
  const { takes } = await give(
    tx,
    { kind, from: from.place, to: to.place, register_id, method_id: null, currency, amount, concept },
    signed(days, move, from.by),
  )
  if (!ends) return
  const by = signed(days, move, to.by)
  const into = ends === 'aceptado' ? await openAt(tx, to) : null
  await tx.run(sql`
    UPDATE cash_movements SET state = ${ends}, register_id = ${into}::int, observation = ${observation ?? null},
      decided_by = ${by.by}, decided_at = ${by.at.toISOString()}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${takes}`)
  if (ends === 'aceptado') await accepted(tx, takes, by)
  else await givenBack(tx, takes, by)
}

interface Place {
  place: { office_id: number } | { fund_id: number }
  /** Who stands there, and since how many days ago. */
  by: number
  since: number
}

function placeOf(names: TillNames, name: PlaceName): Place | undefined {
  if ('fund' in name) {
    const fund = names.funds.get(name.fund)
    return fund && { place: { fund_id: fund.id }, by: fund.keeper, since: Infinity }
  }
  const drawer = drawerOf(names, name.office)
  return drawer && { place: { office_id: drawer.office_id }, by: drawer.seller, since: drawer.since }
}

/** The register into which a movement of that place counts; a fund has none. */
const openAt = async (tx: Tx, { place }: Place) =>
  'office_id' in place ? (await shareOpenRegister(tx, place.office_id)).id : null
