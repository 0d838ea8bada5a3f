/** The report of what everybody owes: rows of partners by level, each with what its debt is made of in the period. */
import { sql } from 'drizzle-orm'
import { accountBalance } from '@contract/account-balance.ts'
import { handledElsewhere, listing } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { balanceCtes, debtsSubject, sumsOnce, type DebtsSubject } from '../../rules/books/debts.ts'
import { owingAt } from '../../rules/figures/subject.ts'
import { partnerSearch } from '../../rules/tree/search.ts'

const amounts = [
  'before',
  'sold',
  'prizes',
  'commission',
  'participation',
  'margin',
  'external',
  'adjustments',
  'payments',
  'assigned',
  'debt',
  'late',
] as const

const each = <T>(of: (name: string) => T): Record<string, T> =>
  Object.fromEntries(amounts.map((name) => [name, of(name)]))
const own = (name: string) => sql`balance_row.${sql.identifier(name)}`

export const owedReport = listing<typeof accountBalance.report, never, DebtsSubject>(accountBalance.report, {
  about: ({ partner_id, to }, reader) => debtsSubject(reader, partner_id, to),
  gathered: ({ about, asked: { from, to, currency, level } }) => ({
    tables: sql`RECURSIVE ${balanceCtes({ rows: owingAt(about, level), from, to, currency, closed: about.closed, whole: about.whole })}`,
  }),
  from: sql`balance_row JOIN partners partner ON partner.id = balance_row.partner_id`,
  columns: sql`balance_row.partner_id::text AS key, debtor.name, debtor.code, debtor.type::text AS type,
    EXISTS (SELECT 1 FROM partners child WHERE child.father_id = debtor.id AND child.type <> 'taquilla') AS has_children,
    balance_row.currency::text AS currency, ${sql.join(
      amounts.map((name) => sql`${own(name)}::text AS ${sql.identifier(name)}`),
      sql`, `,
    )}, balance_row.closed_through`,
  shown: { row: sql`balance_row`, tables: sql`JOIN partners debtor ON debtor.id = balance_row.partner_id` },
  key: [sql`balance_row.currency`, sql`balance_row.partner_id`],
  scope: handledElsewhere,
  period: handledElsewhere,
  filter: { level: handledElsewhere, partner_id: handledElsewhere, currency: handledElsewhere },
  search: partnerSearch,
  order: {
    ...each(own),
    name: sql`partner.name`,
    code: sql`partner.code`,
    closed_through: sql`balance_row.closed_through`,
  } as never,
  first: () => sql`balance_row.currency, balance_row.debt DESC, partner.name`,
  // Those that others answer for are in the sum once.
  counted: ({ asked }, where) =>
    sumsOnce(
      sql`balance_row`,
      asked.q === undefined ? undefined : where,
      each((name) => ({ amount: own(name), once: sql`balance_row.is_outermost` })),
    ),
  amounts: { currency: sql`balance_row.currency`, ...each((name) => sql`sum(${own(name)})::text`) } as never,
  named: { partner_id: (id) => nameById('partners', id) },
})
