/** What everybody owes today by its age: the report by level, and one partner's. */
import { sql } from 'drizzle-orm'
import { accountBalance } from '@contract/account-balance.ts'
import { ageNames, type Age } from '@contract/debt-ages.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { Context } from '../../platform/http/context.ts'
import { handledElsewhere, listing } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { debtsSubject, sumsOnce, type DebtsSubject } from '../../rules/books/debts.ts'
import { ageingCtes, lastPaid, lastPayment } from '../../rules/books/ageing.ts'
import { owingAt } from '../../rules/figures/subject.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'

const own = (name: Age) => sql`aged.${sql.identifier(name)}`
const texts = sql.join(
  ageNames.map((name) => sql`${own(name)}::text AS ${sql.identifier(name)}`),
  sql`, `,
)
const paid = sql`last_payment.paid_on::text AS paid_on, last_payment.paid::text AS paid`
const each = <T>(of: (name: Age) => T) => Object.fromEntries(ageNames.map((name) => [name, of(name)])) as Record<Age, T>

export const ageingList = listing<typeof accountBalance.ageing, never, DebtsSubject>(accountBalance.ageing, {
  about: ({ partner_id }, reader) => debtsSubject(reader, partner_id, reader.today),
  gathered: ({ about, today, asked: { currency, level } }) => ({
    tables: sql`RECURSIVE ${ageingCtes({ rows: owingAt(about, level), today, currency, closed: about.closed, whole: about.whole })}`,
  }),
  from: sql`aged JOIN partners partner ON partner.id = aged.partner_id`,
  columns: sql`aged.partner_id::text AS key, debtor.name, debtor.code, debtor.type::text AS type,
    EXISTS (SELECT 1 FROM partners child WHERE child.father_id = debtor.id AND child.type <> 'taquilla') AS has_children,
    aged.currency::text AS currency, ${texts}, ${paid}`,
  shown: {
    row: sql`aged`,
    tables: sql`JOIN partners debtor ON debtor.id = aged.partner_id ${lastPayment(sql`aged`)}`,
  },
  key: [sql`aged.currency`, sql`aged.partner_id`],
  scope: handledElsewhere,
  filter: { level: handledElsewhere, partner_id: handledElsewhere, currency: handledElsewhere },
  search: partnerSearch,
  order: {
    ...each(own),
    name: sql`partner.name`,
    code: sql`partner.code`,
    paid_on: lastPaid(sql`aged`),
  },
  first: () => sql`aged.currency, aged.overdue DESC, aged.debt DESC, partner.name`,
  // Those that others answer for are in the sum once.
  counted: (_question, where) =>
    sumsOnce(
      sql`aged`,
      where,
      each((name) => ({ amount: own(name), once: sql`aged.is_outermost` })),
    ),
  amounts: { currency: sql`aged.currency`, ...each((name) => sql`sum(${own(name)})::text`) },
  named: { partner_id: (id) => nameById('partners', id) },
})

/** @throws Problem `not_found` */
export async function debtOf(context: Context, id: number): Promise<Answer<typeof accountBalance.debt>> {
  const { db, scope, today } = context
  await mustBeWithin(scope, db, id)
  const data = await db.rows<Answer<typeof accountBalance.debt>['data'][number]>(sql`
    WITH RECURSIVE ${ageingCtes({ rows: sql`partner.id = ${id}`, today })}
    SELECT aged.currency::text AS currency, ${texts}, ${paid}, limits.debt_limit::text AS debt_limit,
      told.closed_through
    FROM aged
    JOIN balance_sum told ON told.partner_id = aged.partner_id AND told.currency = aged.currency
    LEFT JOIN partner_debt_limits limits ON limits.partner_id = aged.partner_id AND limits.currency = aged.currency
    ${lastPayment(sql`aged`)}
    ORDER BY aged.currency`)
  return { data }
}
