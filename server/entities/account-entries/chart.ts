/** The chart of accounts, and the accounts that are opened by hand. */
import { sql } from 'drizzle-orm'
import type { accountEntries } from '@contract/account-entries.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import { accountKinds, chart, type AccountKind } from '@contract/ledger-accounts.ts'
import { partnerTypes, type PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { subjectOf } from '../../rules/figures/subject.ts'

type ChartRow = Answer<typeof accountEntries.chart>['data'][number]

const rowsAt = (type: PartnerType): ChartRow[] =>
  accountKinds
    .filter((kind) => chart[kind].at.includes(type))
    .map((kind) => ({
      partner_type: type,
      account: kind,
      label: chart[kind].label,
      class: chart[kind].class,
      by_hand: chart[kind].by_hand ?? false,
      currencies: null,
    }))

/** What accounts each type of partner keeps; of one partner, those that its type keeps and in which currencies they are open. */
export async function accountChart(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  partner_id: number | undefined,
): Promise<{ data: ChartRow[] }> {
  if (partner_id === undefined) return { data: partnerTypes.flatMap(rowsAt) }
  const { type } = await subjectOf(db, scope, partner_id)
  const open = await db.rows<{ kind: AccountKind; currency: Currency }>(sql`
    SELECT DISTINCT kind, currency::text AS currency FROM ledger_accounts WHERE partner_id = ${partner_id} ORDER BY 1, 2`)
  const openIn = (kind: AccountKind) => open.filter((one) => one.kind === kind).map(({ currency }) => currency)
  return { data: rowsAt(type).map((row) => ({ ...row, currencies: openIn(row.account) })) }
}

/** Opens an account. Throws `not_found`, `account_elsewhere`, `currency_not_sold`, `account_open`. */
export async function openAccount(
  { db, scope, audit }: Context,
  { partner_id, account, currency }: Received<typeof accountEntries.openAccount>['body'],
): Promise<Answer<typeof accountEntries.openAccount>> {
  const { type, name } = await subjectOf(db, scope, partner_id)
  if (!chart[account].at.includes(type)) throw Problem.on('account', 'account_elsewhere')
  const sells = await db.one(
    sql`SELECT 1 FROM partners WHERE id = ${partner_id} AND ${currency}::currency = ANY (currencies)`,
  )
  if (!sells) throw Problem.on('currency', 'currency_not_sold', 'El afiliado no trabaja con esa moneda.')
  const opened = await db.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency) VALUES (${partner_id}, ${account}, ${currency}::currency)
    ON CONFLICT DO NOTHING`)
  if (opened === 0) throw Problem.on('account', 'account_open')
  audit({ entity_id: partner_id, after: { partner_name: name, account, currency }, significant: true })
  return { partner_id, account, currency }
}
