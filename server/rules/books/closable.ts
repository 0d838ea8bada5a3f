/**
 * Which partners' week may be closed, and why another's may not. A week follows the last one that is closed; draws of it
 * without a result, in which the agency sold, would only come late, and so would files of other systems that are under
 * review; a distributor closes after those it answers for, those too that have nothing but such a file. The banca may close
 * over all of these, with a reason.
 */
import { sql, type SQL } from 'drizzle-orm'
import { formatDay } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import type { KeptReason } from '@contract/account-balance.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { earningKinds } from '../ledger/debt-kinds.ts'
import { loadsUnderReview } from './under-review.ts'

/** Why a partner's week stays open. */
export interface Kept {
  code: KeptReason
  text: string
  /** Where it is for draws: the day of the first of them. */
  day: string | null
  /** The banca may close over it. */
  closable: boolean
}
type Wait = Pick<Kept, 'text' | 'day'>

interface BookState {
  partner_id: number
  /** The earliest Sunday that a currency of it is closed through; null where none is. */
  earliest: string | null
  /** It has closed before, and has nothing more to close. */
  is_closed: boolean
}

/** Of these partners and of those that they answer for, which agencies files under review hold, and a sentence of each. */
export function heldByReview(tx: Tx, partner_ids: readonly number[], week: string): Promise<Map<number, string>> {
  const ids = list(partner_ids)
  return loadsUnderReview(
    tx,
    week,
    (agency) => sql`(${agency} = ANY (${ids}::int[]) OR EXISTS (
      SELECT 1 FROM payment_responsibles answered
      WHERE answered.partner_id = ${agency} AND answered.responsible_id = ANY (${ids}::int[])))`,
  )
}

/** What keeps these partners from being closed through the Sunday `week`, by partner; `review` is what `heldByReview` says. */
export async function whatKeeps(
  tx: Tx,
  partner_ids: readonly number[],
  { week, review }: { week: string; review: ReadonlyMap<number, string> },
): Promise<Map<number, Kept>> {
  const books = await booksOf(tx, partner_ids, week)
  const waits: [KeptReason, ReadonlyMap<number, Wait>][] = [
    ['week_pending', await drawsWithoutResult(tx, partner_ids, week)],
    ['week_review', ofNoDay(review)],
    ['week_below', ofNoDay(await openBelow(tx, partner_ids, { week, review }))],
  ]
  const kept = new Map<number, Kept>()
  for (const { partner_id, earliest, is_closed } of books) {
    const over = waits.flatMap(([code, found]) => {
      const wait = found.get(partner_id)
      return wait === undefined ? [] : [{ code, ...wait }]
    })
    const why = keptBy({ earliest, is_closed, week, over })
    if (why) kept.set(partner_id, why)
  }
  return kept
}

/** What a currency has earned that never closed is looked for only of the few that no other currency keeps open. */
async function booksOf(tx: Tx, partner_ids: readonly number[], week: string): Promise<BookState[]> {
  const found = await tx.rows<BookState>(sql`
    SELECT partner.id AS partner_id, min(books.closed_through)::text AS earliest,
      coalesce(min(books.closed_through) >= ${week}::date, false) AS is_closed
    FROM partners partner LEFT JOIN partner_books books ON books.partner_id = partner.id
    WHERE partner.id = ANY (${list(partner_ids)}::int[]) GROUP BY partner.id`)
  const closed = found.flatMap(({ partner_id, is_closed }) => (is_closed ? [partner_id] : []))
  if (closed.length === 0) return found
  const earning = await tx.rows<{ id: number }>(sql`
    SELECT DISTINCT partner.id
    FROM partners partner JOIN partner_books books ON books.partner_id = partner.id
    WHERE partner.id = ANY (${list(closed)}::int[]) AND ${isOpen(sql`partner`, week)}`)
  const open = new Set(earning.map(({ id }) => id))
  return found.map((book) => ({ ...book, is_closed: book.is_closed && !open.has(book.partner_id) }))
}

/**
 * Has `partner` something to close through the Sunday in the currency of `books`? One that never closed has once it earned
 * something.
 */
const isOpen = (
  partner: SQL,
  week: string,
) => sql`(books.closed_through < ${week}::date OR (books.closed_through IS NULL AND EXISTS (
  SELECT 1 FROM partners owner
  JOIN ledger_accounts account ON account.partner_id = owner.id AND account.currency = books.currency
    AND account.kind = ANY (${list(earningKinds)}::text[])
  JOIN ledger_days ledger_day ON ledger_day.account_id = account.id AND ledger_day.day <= ${week}::date
  WHERE owner.id = ${partner}.id OR (owner.father_id = ${partner}.id AND owner.type = 'taquilla')
)))`

interface Found extends Pick<BookState, 'earliest' | 'is_closed'> {
  week: string
  /** What the banca may close over: all of it is told, named by the first. */
  over: readonly (Pick<Kept, 'code'> & Wait)[]
}

const ofNoDay = (texts: ReadonlyMap<number, string>): Map<number, Wait> =>
  new Map([...texts].map(([partner_id, text]) => [partner_id, { text, day: null }]))

function keptBy({ earliest, is_closed, week, over }: Found): Kept | undefined {
  if (is_closed) return { code: 'week_closed', text: 'La semana ya está cerrada.', day: null, closable: false }
  if (earliest !== null && previousSunday(week) > earliest)
    return {
      code: 'week_not_next',
      text: `Falta cerrar antes la semana que sigue a la del ${formatDay(earliest)}.`,
      day: null,
      closable: false,
    }
  if (!over[0]) return undefined
  const { code, day } = over[0]
  return { code, text: over.map(({ text }) => text).join(' '), day, closable: true }
}

const previousSunday = (week: string) => new Date(Date.parse(week) - 7 * 86_400_000).toISOString().slice(0, 10)

/** Draws named to a person; the rest are counted. */
const mostNamed = 3
const named = (names: readonly string[], of: number) =>
  names.join(', ') + (of > names.length ? ` y ${of - names.length} más` : '')

async function drawsWithoutResult(tx: Tx, partner_ids: readonly number[], week: string): Promise<Map<number, Wait>> {
  const rows = await tx.rows<{ partner_id: number; draws: number; day: string; names: string[] }>(sql`
    SELECT waiting.partner_id, count(*)::int AS draws, min(waiting.day)::text AS day,
      (array_agg(waiting.name ORDER BY waiting.scheduled_at))[:${mostNamed}] AS names
    FROM (
      SELECT DISTINCT sale.partner_id, draw.id, draw.scheduled_at, draw.day,
        product.name || ' ' || to_char(draw.scheduled_at AT TIME ZONE banca.zone, 'DD/MM HH24:MI') AS name
      FROM draws draw
      JOIN draw_sales sale ON sale.draw_id = draw.id AND sale.partner_id = ANY (${list(partner_ids)}::int[])
      JOIN products product ON product.id = draw.product_id
      CROSS JOIN banca
      WHERE draw.state = 'activo' AND draw.day <= ${week}::date AND sale.sold > 0
    ) waiting JOIN partners partner ON partner.id = waiting.partner_id AND partner.type = 'agencia' GROUP BY 1`)
  return new Map(
    rows.map(({ partner_id, draws, day, names }) => [
      partner_id,
      { text: `Sin resultado: ${countText(draws, 'sorteo', 'sorteos')} en que vendió (${named(names, draws)}).`, day },
    ]),
  )
}

/** An agency that has nothing here yet but a file under review is open as well: what the file brings is of that week. */
async function openBelow(
  tx: Tx,
  partner_ids: readonly number[],
  { week, review }: { week: string; review: ReadonlyMap<number, string> },
): Promise<Map<number, string>> {
  const rows = await tx.rows<{ partner_id: number; partners: number; names: string[] }>(sql`
    SELECT answered.responsible_id AS partner_id, count(DISTINCT debtor.id)::int AS partners,
      (array_agg(DISTINCT debtor.name ORDER BY debtor.name))[:${mostNamed}] AS names
    FROM payment_responsibles answered
    JOIN partners debtor ON debtor.id = answered.partner_id
    CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
    LEFT JOIN partner_books kept ON kept.partner_id = debtor.id AND kept.currency = each.currency
    CROSS JOIN LATERAL (SELECT each.currency, kept.closed_through) books
    WHERE answered.responsible_id = ANY (${list(partner_ids)}::int[]) AND answered.partner_id <> answered.responsible_id
      AND answered.since <= ${week}::date AND NOT EXISTS (
        SELECT 1 FROM payment_responsibles later
        WHERE later.partner_id = answered.partner_id AND later.since > answered.since AND later.since <= ${week}::date)
      AND (${isOpen(sql`debtor`, week)} OR (debtor.id = ANY (${list([...review.keys()])}::int[])
        AND NOT EXISTS (SELECT 1 FROM partner_books once WHERE once.partner_id = debtor.id AND once.closed_through IS NOT NULL)))
    GROUP BY 1`)
  return new Map(
    rows.map(({ partner_id, partners, names }) => [
      partner_id,
      `Por cerrar antes: ${countText(partners, 'afiliado por el que responde', 'afiliados por los que responde')} ` +
        `(${named(names, partners)}).`,
    ]),
  )
}
