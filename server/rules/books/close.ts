/**
 * Closes a week: what each partner earned through its Sunday becomes what it owes, or is owed. Agencies first, then the
 * distributors that answer for them, from the lowest to the highest, some thousands in a statement. No sale waits for it:
 * what is sold, annulled or awarded meanwhile is of the next closing.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { KeptReason } from '@contract/account-balance.ts'
import type { Currency } from '@contract/values/currency.ts'
import { add } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { locks } from '../../platform/db/locks.ts'
import { groupBy } from '../../platform/group-by.ts'
import { raiseByClosings } from '../prepaid/closings.ts'
import type { Raise } from '../prepaid/movements.ts'
import { lockTree } from '../tree/tree.ts'
import { heldByReview, whatKeeps } from './closable.ts'
import { readCreditors, type Creditors } from './creditors.ts'
import { bookKey, postClosings, type ClosedBook, type ClosedThrough, type Signature } from './post-closings.ts'
import { sumUp, type OpenBook } from './sum-up.ts'

/** Of a smaller one the statements, a dozen each, are most of the work. */
const batchSize = 10_000

interface KeptOpen {
  partner_id: number
  code: KeptReason
  text: string
  day: string | null
}

export interface ClosedWeek {
  closed: ClosedBook[]
  kept: KeptOpen[]
}

/** What a week came to in a currency. */
export interface SumOfWeek {
  currency: Currency
  total: string
  /** Closings it is the sum of. */
  partners: number
}

/** By currency; what distributors passed on is in their agencies' sums. */
export function closedSums({ closed }: ClosedWeek): SumOfWeek[] {
  return groupBy(closed, ({ currency }) => currency).map((some) => ({
    currency: some[0].currency as Currency,
    total: add(...some.map(({ own }) => own)),
    partners: some.length,
  }))
}

export interface WeekToClose {
  /** Its Sunday, a day that is over. */
  week: string
  /** Which partners (`partner`): a condition. */
  of: SQL
  signature: Signature
  /** The first closing of partners whose past is not closed week by week. */
  isFirst?: boolean
}

/**
 * Closes what can be closed and answers what could not, and why. With a reason it closes over draws without result, files
 * under review and open weeks below.
 */
export async function closeWeek(tx: Tx, { week, of, signature, isFirst = false }: WeekToClose): Promise<ClosedWeek> {
  await holdWeeks(tx)
  const steps = await tx.rows<{ ids: number[] }>(sql`
    SELECT array_agg(partner.id ORDER BY partner.id) AS ids
    FROM partners partner
    CROSS JOIN LATERAL (
      SELECT max(above.depth) AS depth FROM partner_ancestors above WHERE above.partner_id = partner.id
    ) place
    WHERE partner.type IN ('agencia', 'distribuidor') AND ${of}
    GROUP BY partner.type, CASE partner.type WHEN 'agencia' THEN 0 ELSE place.depth END
    ORDER BY partner.type = 'distribuidor', max(place.depth) DESC`)
  const done: ClosedWeek = { closed: [], kept: [] }
  const earned: Raise[] = []
  const all = steps.flatMap(({ ids }) => ids)
  const creditors = await readCreditors(tx, all)
  const review = await heldByReview(tx, all, week)
  for (const { ids } of steps) {
    for (let from = 0; from < ids.length; from += batchSize) {
      const some = ids.slice(from, from + batchSize)
      const { closed, kept, books } = await closeSome(tx, some, { week, signature, isFirst, creditors, review })
      done.closed.push(...closed)
      done.kept.push(...kept)
      earned.push(...books.map(earnedOf))
    }
  }
  await raiseByClosings(tx, earned)
  return done
}

/** What it tells of commission and participation. */
const earnedOf = ({ partner_id, currency, weeks }: OpenBook): Raise => ({
  partner_id,
  currency,
  amount: add('0.00', ...weeks.flatMap(({ commission, participation }) => [commission, participation])),
})

/**
 * Whoever closes or reopens weeks does so alone. Before the tree is shared: who waits for another's closing keeps nobody
 * from moving meanwhile. Behind it nobody changes who answers: a mover has the tree alone when it does, so they never wait
 * in a circle.
 */
export async function holdWeeks(tx: Tx): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.books}::bigint)`)
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.responsibles}::bigint)`)
}

/**
 * Whoever changes who answers for a partner waits for closings under way, before it takes the partner's row: a closing may
 * open accounts of it, which shares that row. Who has the tree alone need not ask.
 */
export async function holdResponsibles(tx: Tx): Promise<void> {
  await tx.run(sql`SELECT pg_advisory_xact_lock_shared(${locks.responsibles}::bigint)`)
}

interface Closing extends Required<Omit<WeekToClose, 'of'>> {
  creditors: Creditors
  /** Agencies that files under review hold. */
  review: ReadonlyMap<number, string>
}

async function closeSome(
  tx: Tx,
  ids: readonly number[],
  { week, signature, isFirst, creditors, review }: Closing,
): Promise<ClosedWeek & { books: OpenBook[] }> {
  const through = await holdBooks(tx, ids, creditors, week)
  const kept = isFirst ? new Map<number, never>() : await whatKeeps(tx, ids, { week, review })
  const mayClose = ids.filter((id) => {
    const why = kept.get(id)
    return !why || (why.closable && signature.reason !== undefined)
  })
  const books = await sumUp(tx, mayClose, week)
  const closed = await postClosings(tx, books, { week, creditors, through, signature, isFirst })
  return {
    books,
    closed,
    kept: [...kept]
      .filter(([id]) => !mayClose.includes(id))
      .map(([partner_id, { code, text, day }]) => ({ partner_id, code, text, day })),
  }
}

/**
 * Takes the partners' books alone and, shared, those of everybody above them, against whoever posts to what they owe.
 * Answers how far those above have closed.
 */
export async function holdBooks(
  tx: Tx,
  ids: readonly number[],
  creditors: Creditors,
  week: string,
): Promise<ClosedThrough> {
  const above = new Set<number>()
  for (const id of ids) for (const one of everyoneAbove(creditors, id, week)) above.add(one)
  const all = [...new Set([...ids, ...above])].filter((id) => id !== creditors.banca_id)
  await tx.run(sql`
    INSERT INTO partner_books (partner_id, currency)
    SELECT held.id, each.currency
    FROM unnest(${list(all)}::int[]) held(id)
    CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
    WHERE NOT EXISTS (SELECT 1 FROM partner_books books WHERE books.partner_id = held.id AND books.currency = each.currency)
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    SELECT 1 FROM partner_books WHERE partner_id = ANY (${list(ids)}::int[]) ORDER BY partner_id, currency FOR UPDATE`)
  const rows = await tx.rows<{ partner_id: number; currency: string; closed_through: string | null }>(sql`
    SELECT partner_id, currency::text AS currency, closed_through::text AS closed_through
    FROM partner_books WHERE partner_id = ANY (${list([...above])}::int[]) ORDER BY partner_id, partner_books.currency FOR SHARE`)
  return new Map(
    rows.flatMap(({ partner_id, currency, closed_through }) =>
      closed_through === null ? [] : [[bookKey(partner_id, currency), closed_through]],
    ),
  )
}

/** Whoever may get a leg: the creditors of the week and of every earlier one that may be late. */
function* everyoneAbove(creditors: Creditors, id: number, week: string): Generator<number> {
  const waiting = creditors.ever(id, week)
  const seen = new Set<number>()
  while (waiting.length > 0) {
    const one = waiting.pop()!
    if (seen.has(one) || one === creditors.banca_id) continue
    seen.add(one)
    yield one
    waiting.push(...creditors.ever(one, week))
  }
}
