/**
 * The ledger's accounts: a partner's, of a kind, in a currency, and told apart by `sub` where a kind has several: whom
 * it is owed to (`liquidacion`, `liquidado`), by which method it is held (`caja`), which account or fund (`banco`, `fondo`).
 * Those without a `sub` are opened with the partner, the others when something is first posted to them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { accountKinds, chart, type AccountKind } from '@contract/ledger-accounts.ts'
import { partnerTypes } from '@contract/partners.ts'
import { unnested } from '../../platform/db/columns.ts'
import { json, list, type Executor } from '../../platform/db/connect.ts'

/** Of a creditor each, opened when it is first owed something. */
const owedKinds = ['liquidacion', 'liquidado'] as const satisfies readonly AccountKind[]
/**
 * Those that have a `sub`: a creditor; an account, a fund, a method or a type of the partner's, of which there is one without
 * a `sub` too.
 */
type NamedKind = (typeof owedKinds)[number] | 'banco' | 'fondo' | 'caja' | 'ingresos' | 'egresos'
const isOwed = (kind: AccountKind) => (owedKinds as readonly AccountKind[]).includes(kind)

const kinds = partnerTypes.flatMap((type) =>
  accountKinds.filter((kind) => chart[kind].at.includes(type) && !isOwed(kind)).map((kind) => ({ type, kind })),
)
/** Rows (type, kind) of what is opened with a partner, to be joined as `opened`. */
const opened = sql`jsonb_to_recordset(${json(kinds)}) AS opened(type partner_type, kind text)`

/** Opens what each of these partners lacks of the accounts of its type, in these currencies or those it sells in. */
export async function openAccounts(
  db: Executor,
  partner_ids: readonly number[],
  currencies?: readonly string[],
): Promise<void> {
  await openMissing(
    db,
    sql`
    SELECT partner.id AS partner_id, opened.kind, each AS currency, 0 AS sub
    FROM partners partner
    JOIN ${opened} ON opened.type = partner.type
    CROSS JOIN unnest(${currencies ? sql`${list(currencies)}::text[]::currency[]` : sql`partner.currencies`}) each
    WHERE partner.id = ANY (${list(partner_ids)}::int[])`,
  )
}

/** An account that is told apart by its `sub`. */
export interface NamedAccount {
  partner_id: number
  kind: NamedKind
  currency: string
  sub: number
}

const asRows = (name: string, accounts: readonly (Omit<NamedAccount, 'kind'> & { kind: AccountKind })[]) =>
  unnested(name, {
    partner_id: ['int', accounts.map(({ partner_id }) => partner_id)],
    kind: ['text', accounts.map(({ kind }) => kind)],
    currency: ['currency', accounts.map(({ currency }) => currency)],
    sub: ['int', accounts.map(({ sub }) => sub)],
  })

/** Opens those of these accounts that are not there yet. */
export async function openNamed(db: Executor, accounts: readonly NamedAccount[]): Promise<void> {
  await openMissing(
    db,
    sql`
    SELECT asked.partner_id, asked.kind, asked.currency, asked.sub
    FROM ${asRows('asked', accounts)}`,
  )
}

/**
 * Those rows (partner_id, kind, currency, sub) of `wanted` that are no account yet become one. Nothing is written where all
 * are: whoever sells reads its rules anew after a transaction that wrote here.
 */
async function openMissing(db: Executor, wanted: SQL): Promise<void> {
  const missing = await db.rows<{ partner_id: number; kind: AccountKind; currency: string; sub: number }>(sql`
    SELECT DISTINCT wanted.partner_id, wanted.kind, wanted.currency::text AS currency, wanted.sub
    FROM (${wanted}) wanted
    WHERE NOT EXISTS (
      SELECT 1 FROM ledger_accounts account
      WHERE (account.partner_id, account.kind, account.currency, account.sub)
        = (wanted.partner_id, wanted.kind, wanted.currency, wanted.sub)
    )`)
  if (missing.length === 0) return
  await db.run(sql`
    INSERT INTO ledger_accounts (partner_id, kind, currency, sub)
    SELECT partner_id, kind, currency, sub
    FROM ${asRows('missing', missing)}
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING`)
}
