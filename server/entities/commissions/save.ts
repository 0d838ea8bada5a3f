/** Saves a set of rates, each only if its own still is what the edit started from; all of them or none. */
import { sql, type SQL } from 'drizzle-orm'
import { partText, rateFault, sameRate, wholeRate, type Rate, type RatePart } from '@contract/commission-rates.ts'
import type { commissions, RateKey } from '@contract/commissions.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { FieldFault, ProblemCode } from '@contract/problems.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { json, type Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { rateAboveGranted, grantedFor, grantorOf, ownRate, watchGranted } from '../../rules/commissions/granted.ts'
import { rateAt, isKey, partJson, rateJson, setAsOf } from '../../rules/commissions/in-force.ts'
import { mustStaySound } from '../../rules/commissions/sound.ts'
import { commitBefore, effectiveFrom, writeRates, type SetRate } from '../../rules/commissions/write.ts'
import { holdPartners, mustBeOnce } from '../quotas/save.ts'

type Asked = Received<typeof commissions.save>['body']['commissions'][number]

interface Fact {
  product_name: string | null
  bet_type_name: string | null
  /** The product is there, and has the bet type. */
  offered: boolean
  sells: boolean
  own: RatePart | null
  /** What would hold without its own. */
  inherited: Rate | null
  /** What is set ahead for the very instant that is asked. */
  ahead: { rate: RatePart | null } | null
}

const keyOf = ({ partner_id, product_id, bet_type_id, currency }: RateKey) =>
  [partner_id, product_id, bet_type_id, currency].join(':')

function factsOf(db: Tx, keys: readonly RateKey[], starts_at?: string): Promise<Fact[]> {
  return db.rows<Fact>(sql`
    SELECT product.name AS product_name,
      bet.name AS bet_type_name, (cell.currency IS NULL OR cell.currency = ANY (partner.currencies)) AS sells,
      (cell.product_id IS NULL AND cell.bet_type_id IS NULL)
      OR (product.id IS NOT NULL AND (cell.bet_type_id IS NULL OR offer.product_id IS NOT NULL)) AS offered,
      ${partJson(sql`own`)} AS own, ${rateJson(sql`held`)} AS inherited,
      CASE WHEN ahead.id IS NOT NULL THEN jsonb_build_object('rate', ${partJson(sql`ahead`)}) END AS ahead
    FROM jsonb_to_recordset(${json(keys.map((key, n) => ({ ...key, n })))}) AS cell(
      n int, partner_id int, product_id int, bet_type_id int, currency currency
    )
    JOIN partners partner ON partner.id = cell.partner_id LEFT JOIN products product ON product.id = cell.product_id
    LEFT JOIN bet_types bet ON bet.id = cell.bet_type_id
    LEFT JOIN product_bet_types offer ON offer.product_id = cell.product_id AND offer.bet_type_id = cell.bet_type_id AND offer.enabled
    LEFT JOIN LATERAL (SELECT rate.* FROM commissions_set_at(${setAsOf}) rate WHERE ${isKey(sql`cell`)} LIMIT 1) own ON true
    LEFT JOIN ${rateAt(sql`cell`, setAsOf, { but_own: true })} held ON true
    LEFT JOIN LATERAL (
      SELECT rate.* FROM commissions rate WHERE ${isKey(sql`cell`)} AND rate.starts_at = ${starts_at ?? null}::timestamptz
    ) ahead ON true
    ORDER BY cell.n`)
}

type Fault = readonly [code: ProblemCode, field: string, message: string]

/** Why one row may not be saved; null where it may. */
function faultOf(row: Asked, fact: Fact, grantor: number | null, granted: Rate | null): Fault | null {
  if (!fact.offered) return ['bet_type_not_offered', 'product_id', 'El producto no existe o no tiene esa jugada.']
  if (!fact.sells && row.currency)
    return ['currency_not_sold', 'currency', `No vende en ${currencyFacts[row.currency].name}.`]
  if (row.partner_id === grantor) return ['setting_above_father', 'partner_id', ownRate]
  if (row.rate === null) return null
  const rate = wholeRate(row.rate, fact.inherited)
  const wrong = rateFault(rate)
  if (wrong) return ['invalid', `rate.${wrong.field}`, wrong.message]
  const above = grantor === null ? null : rateAboveGranted(rate, granted)
  return above && ['setting_above_father', `rate.${above.field}`, above.message]
}

/** Somebody else set the same line ahead for the same instant, and whoever saves has not seen it. */
function aheadFault({ rate, next }: Asked, { ahead }: Fact, starts_at: string | undefined): Fault | null {
  if (!ahead || starts_at === undefined || sameRate(ahead.rate, rate)) return null
  if (next && Date.parse(next.starts_at) === Date.parse(starts_at) && sameRate(next.rate, ahead.rate)) return null
  const set = ahead.rate ? partText(ahead.rate) : 'que herede'
  return ['rate_scheduled', 'rate', `Para ese instante ya está puesto: ${set}. Retírelo, o elija otro instante.`]
}

/** @throws Problem with every fault on its row */
function refuse(faults: readonly (Fault | null)[]): void {
  const errors: FieldFault[] = faults.flatMap((fault, at) =>
    fault ? [{ path: `commissions.${at}.${fault[1]}`, code: fault[0], message: fault[2] }] : [],
  )
  const [first] = errors
  if (first) throw new Problem(first.code as ProblemCode, { detail: first.message, errors })
}

/** A year ahead at most, and not in what has been. @throws Problem `invalid` */
export function mustBeAhead(starts_at: string | undefined, now: Date, zone: string): void {
  if (starts_at === undefined) return
  const ahead = Date.parse(starts_at) - now.getTime()
  if (ahead <= 0)
    throw Problem.on('starts_at', 'invalid', `Ya pasó: son las ${formatInstant(now.toISOString(), zone)}.`)
  if (ahead > 366 * 86_400_000) throw Problem.on('starts_at', 'invalid', 'A más tardar, dentro de un año.')
}

interface Granting {
  set: readonly SetRate[]
  at: SQL
  /** The field of one of them. */
  on: (n: number) => string
}

/** Writes, and undoes it where somebody would then earn more than its giver. @throws Problem `setting_above_father` */
async function granting(db: Tx, grantor: number | null, { set, at, on }: Granting, write: () => Promise<unknown>) {
  const watched = grantor === null ? undefined : await watchGranted(db, grantor, set, at)
  await write()
  const [above] = (await watched?.()) ?? []
  if (above) throw Problem.on(on(above.n), 'setting_above_father', above.message)
}

/** What a rate is of, for the audit log. */
const auditRow = (key: RateKey, fact: Pick<Fact, 'product_name' | 'bet_type_name'>, rate: RatePart | null) => ({
  ...key,
  name: [fact.product_name ?? 'Todo', fact.bet_type_name].filter(Boolean).join(' · '),
  rate,
})

/**
 * @throws Problem `not_found`, `changed_meanwhile` (in `rows`, each that differs with what holds now as `own`),
 * `bet_type_not_offered`, `currency_not_sold`, `setting_above_father`, `rate_scheduled`, `invalid`
 */
export async function saveCommissions(
  { scope, db, session, audit, now }: Context,
  { commissions: rows, starts_at }: Received<typeof commissions.save>['body'],
): Promise<Answer<typeof commissions.save>> {
  mustBeOnce(rows.map(keyOf), 'commissions')
  mustBeAhead(starts_at, now, session.zone)
  const partner_ids = [...new Set(rows.map((row) => row.partner_id))].sort((left, right) => left - right)
  await holdPartners(scope, db, partner_ids)
  const facts = await factsOf(db, rows, starts_at)
  const moved = rows.flatMap(({ rate: _asked, ...row }, at) =>
    sameRate(row.before, facts[at]!.own) ? [] : [{ ...row, own: facts[at]!.own }],
  )
  if (moved.length > 0) throw new Problem('changed_meanwhile', { extra: { rows: moved } })
  const grantor = grantorOf(session)
  const when = starts_at === undefined ? setAsOf : sql`${starts_at}::timestamptz`
  const granted = grantor === null ? [] : await grantedFor(db, grantor, rows, when)
  refuse(
    rows.map(
      (row, at) => faultOf(row, facts[at]!, grantor, granted[at] ?? null) ?? aheadFault(row, facts[at]!, starts_at),
    ),
  )
  const changed = rows
    .map((row, at) => ({ row, fact: facts[at]! }))
    .filter(({ row, fact }) => starts_at !== undefined || !sameRate(row.rate, fact.own))
  if (changed.length === 0) {
    audit({ before: [], after: [] })
    return { saved: 0, starts_at: null }
  }
  const from = starts_at ?? (await effectiveFrom(db, changed.length))
  const set = changed.map(({ row: { before: _before, next: _next, ...row } }) => row)
  await granting(
    db,
    grantor,
    { set, at: sql`${from}::timestamptz`, on: (n) => `commissions.${rows.indexOf(changed[n]!.row)}.rate` },
    () => writeRates(db, set, from, session.id),
  )
  await mustStaySound(db, partner_ids, { at: sql`${from}::timestamptz`, path: 'commissions' })
  commitBefore(db, from)
  for (const id of partner_ids) {
    const own = changed.filter(({ row }) => row.partner_id === id)
    if (own.length === 0) continue
    const keyed = ({ partner_id, product_id, bet_type_id, currency }: Asked) => ({
      partner_id,
      product_id,
      bet_type_id,
      currency,
    })
    audit({
      entity_id: id,
      before: own.map(({ row, fact }) => auditRow(keyed(row), fact, fact.own)),
      after: { starts_at: from, rows: own.map(({ row, fact }) => auditRow(keyed(row), fact, row.rate)) },
      significant: true,
    })
  }
  return { saved: changed.length, starts_at: from }
}

/** Takes back a rate that has not begun. @throws Problem `not_found`, `setting_above_father`, `rate_begun`, `invalid` */
export async function withdrawRate(
  { scope, db, session, audit }: Context,
  { starts_at, ...key }: Received<typeof commissions.withdraw>['body'],
): Promise<Answer<typeof commissions.withdraw>> {
  await holdPartners(scope, db, [key.partner_id])
  const grantor = grantorOf(session)
  if (key.partner_id === grantor) throw Problem.on('partner_id', 'setting_above_father', ownRate)
  const [fact] = await factsOf(db, [key])
  const at = sql`${starts_at}::timestamptz`
  let withdrawn: { rate: RatePart | null }[] = []
  await granting(db, grantor, { set: [{ ...key, rate: null }], at, on: () => 'starts_at' }, async () => {
    withdrawn = await db.rows<{ rate: RatePart | null }>(sql`
      DELETE FROM commissions rate USING (
        SELECT ${key.partner_id}::int AS partner_id, ${key.product_id}::int AS product_id,
          ${key.bet_type_id}::int AS bet_type_id, ${key.currency}::currency AS currency
      ) cell
      WHERE ${isKey(sql`cell`)} AND rate.starts_at = ${at} AND rate.starts_at > clock_timestamp() RETURNING ${partJson(sql`rate`)} AS rate`)
  })
  if (withdrawn.length === 0) throw new Problem('rate_begun')
  await mustStaySound(db, [key.partner_id], { at, path: 'starts_at' })
  audit({
    entity_id: key.partner_id,
    before: { starts_at, ...auditRow(key, fact!, withdrawn[0]!.rate) },
    significant: true,
  })
  return { withdrawn: true }
}
