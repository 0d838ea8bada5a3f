/** Closed weeks as they were told, closing them and taking a closing back. */
import { sql, type SQL } from 'drizzle-orm'
import { allows, type Who } from '@contract/access/rules.ts'
import { accountBalance, mostKept, type ClosingRow } from '@contract/account-balance.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { addDays, dayStart } from '@contract/values/dates.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { namedWithin, publicName, under, within, type Scope } from '../../platform/db/scope.ts'
import { staged, type Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, readSome } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { closeWeek, closedSums, type ClosedWeek } from '../../rules/books/close.ts'
import { openWeeks } from '../../rules/books/open-weeks.ts'
import type { ClockedWeek } from '../../rules/books/weekly.ts'
import { reopenWeek } from '../../rules/books/reopen.ts'
import { settlePending } from '../../rules/settlement/settle.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'

interface Stored extends Omit<ClosingRow, 'actions'> {
  is_last: boolean
}

/** A `closing` within reach, or owed to the caller by somebody that is not. */
export const seenBy = (scope: Scope): SQL =>
  scope.whole
    ? sql`true`
    : sql`(${within(scope, sql`closing.partner_id`)} OR closing.creditor_id = ${scope.partner_id}::int)`
const answered = sql`coalesce(
  (SELECT said.answer FROM closing_answers said WHERE said.closing_id = closing.id), 'sin_respuesta')`

const columns = (
  scope: Scope,
) => sql`closing.id, closing.partner_id, closing.week::text AS week, debtor.name, debtor.code,
  debtor.type::text AS type,
  ${publicName(scope, sql`creditor`)} AS creditor_name, closing.currency::text AS currency,
  CASE WHEN closing.reversed_at IS NULL THEN 'cerrada' ELSE 'reabierta' END AS state, closing.is_first, closing.sold, closing.prizes,
  closing.commission, closing.participation, closing.margin, closing.external, closing.adjustments, closing.collected,
  closing.late, closing.total, closing.opening, closing.payments, closing.closing, closing.reason,
  ${namedWithin(scope, sql`closer.partner_id`, sql`closer.name`)} AS closed_by, closing.closed_at,
  ${namedWithin(scope, sql`opener.partner_id`, sql`opener.name`)} AS reversed_by, closing.reversed_at, closing.reversal_reason,
  ${answered} AS answer,
  coalesce((SELECT said.answers FROM closing_answers said WHERE said.closing_id = closing.id), 0) AS answers,
  (SELECT count(*)::int FROM closing_comments comment WHERE comment.record_id = closing.id) AS comments,
  books.closed_through = closing.week AND closing.reversed_at IS NULL AND NOT closing.is_first AS is_last`

const mayReopen = (who: Who) => allows(accountBalance.reopen.access, who)

export const closingList = listing<typeof accountBalance.closings, Stored>(accountBalance.closings, {
  from: sql`closings closing JOIN partners partner ON partner.id = closing.partner_id`,
  columns: ({ scope }) => columns(scope),
  shown: {
    row: sql`closing`,
    tables: sql`
      JOIN partners debtor ON debtor.id = closing.partner_id
      JOIN partners creditor ON creditor.id = closing.creditor_id
      LEFT JOIN users closer ON closer.id = closing.closed_by
      LEFT JOIN users opener ON opener.id = closing.reversed_by
      LEFT JOIN partner_books books ON books.partner_id = closing.partner_id AND books.currency = closing.currency`,
  },
  key: sql`closing.id`,
  scope: seenBy,
  period: ({ from, to }) => sql`closing.week BETWEEN ${from}::date AND ${to}::date`,
  filter: {
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`closing.partner_id`)
    },
    type: (type) => sql`partner.type = ${type}`,
    state: (state) => sql`(closing.reversed_at IS NULL) = ${state === 'cerrada'}`,
    answer: (answer) => sql`${answered} = ${answer}`,
    currency: (currency) => sql`closing.currency = ${currency}::currency`,
  },
  order: {
    week: sql`closing.week`,
    name: sql`partner.name`,
    total: sql`closing.total`,
    closing: sql`closing.closing`,
    closed_at: sql`closing.closed_at`,
  },
  first: () => sql`closing.week DESC, partner.type DESC, partner.name, closing.currency, closing.id DESC`,
  search: partnerSearch,
  named: { partner_id: (id) => nameById('partners', id) },
  toRow: ({ is_last, ...row }, { session, scope }) => ({
    ...row,
    actions: [
      ...(is_last && mayReopen(session) ? (['reopen'] as const) : []),
      ...(row.partner_id === scope.partner_id && row.state === 'cerrada' ? (['answer'] as const) : []),
    ],
  }),
})
export const readClosing = readOne(closingList)
export const readClosings = readSome(closingList)

const signatureOf = ({ session, now, today }: Context) => ({ by: session.id, at: now, today })

/** What is sold and not settled yet is settled before the week is closed, in transactions of its own. */
export const close = staged<typeof accountBalance.close>(async (before, input) => {
  await settlePending(before.wire.database.pool, input.body.partner_id)
  return closeAsked
})

/** @throws Problem `not_found`, `week_running` */
async function closeAsked(
  context: Context,
  { body: { week, partner_id, reason } }: Received<typeof accountBalance.close>,
): Promise<Answer<typeof accountBalance.close>> {
  const { db, scope, today, audit } = context
  if (week >= today) throw Problem.on('week', 'week_running')
  if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
  const done = await closeWeek(db, {
    week,
    of: partner_id === undefined ? sql`true` : under(partner_id, sql`partner.id`),
    signature: { ...signatureOf(context), ...(reason !== '' && { reason }) },
  })
  const sums = closedSums(done)
  audit({
    entity_id: week,
    after: { week, partner_id: partner_id ?? null, sums, closed: done.closed.length, kept: done.kept.length },
    ...(reason !== '' && { reason }),
    significant: true,
  })
  return { week, closed: done.closed.length, sums, kept: done.kept.length, kept_open: await named(context, done) }
}

function named({ db }: Context, { kept }: ClosedWeek): Promise<KeptOpen[]> {
  return withNames(
    db,
    kept.slice(0, mostKept).map(({ partner_id, code, text, day }) => ({ partner_id, problem: code, text, day })),
  )
}

type KeptOpen = Answer<typeof accountBalance.close>['kept_open'][number]

export async function withNames(db: Executor, some: ClockedWeek['kept_open']): Promise<KeptOpen[]> {
  const names = await db.rows<{ id: number; name: string; code: string }>(sql`
    SELECT id, name, code FROM partners WHERE id = ANY (${list(some.map(({ partner_id }) => partner_id))}::int[])`)
  const byId = new Map(names.map((one) => [one.id, one]))
  return some.flatMap((one) => {
    const of = byId.get(one.partner_id)
    return of ? [{ ...one, day: one.day ?? null, name: of.name, code: of.code }] : []
  })
}

/** @throws Problem `not_found`, `week_not_last`, `week_first` */
export async function reopen(
  context: Context,
  { body: { closing_id, reason } }: Received<typeof accountBalance.reopen>,
): Promise<ClosingRow> {
  const before = await readClosing(context, closing_id)
  await reopenWeek(context.db, closing_id, { ...signatureOf(context), reason })
  const after = await readClosing(context, closing_id)
  context.audit({
    entity_id: closing_id,
    before: { state: before.state, week: before.week, partner_id: before.partner_id, total: before.total },
    after: { state: after.state },
    reason,
    significant: true,
  })
  return after
}

/** Weeks that are told at once: a banca that closes none for longer closes the oldest first. */
const mostOpenWeeks = 26

export async function openWeeksOf({ db, today }: Context): Promise<Answer<typeof accountBalance.openWeeks>> {
  return { data: (await openWeeks(db, today)).slice(0, mostOpenWeeks) }
}

/** A week waits since its Sunday ended. */
export async function waitingWeeks({ db, today, session }: Context): Promise<Answer<typeof accountBalance.waiting>> {
  const weeks = await openWeeks(db, today)
  const [oldest] = weeks
  return { count: weeks.length, oldest: oldest ? dayStart(addDays(oldest.week, 1), session.zone) : null }
}
