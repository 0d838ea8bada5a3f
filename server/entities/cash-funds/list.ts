/** Funds of the caller's subtree with what each holds, and how one came to it. */
import { sql, type SQL } from 'drizzle-orm'
import { cashFunds, fundRecords, type FundRow } from '@contract/cash-funds.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { compare } from '@contract/values/money.ts'
import { publicName, within } from '../../platform/db/scope.ts'
import { handledElsewhere, listing, readOne, type Reader } from '../../platform/lists/listing.ts'
import { actionsOn } from '../../platform/lists/versioned.ts'
import { fundHolds, fundWaits } from '../../rules/cash/funds.ts'
import { sumText } from '../../rules/ledger/asked.ts'
import {
  statementAmounts,
  statementColumns,
  statementCtes,
  statementKey,
  statementTotals,
} from '../../rules/ledger/statement.ts'

const column = (of: Currency) => sql.identifier(of.toLowerCase())
const minimum = (of: Currency): SQL => sql`(fund.minimums ->> ${of})::numeric`
const isBelow = sql`(${sql.join(
  currencies.map((of) => sql`coalesce(holds.${column(of)} < ${minimum(of)}, false)`),
  sql` OR `,
)})`

const perCurrency = sql.join(
  currencies.flatMap((of) => [
    sql`${minimum(of)}::numeric(18, 2)::text AS ${sql.identifier(`minimum_${of.toLowerCase()}`)}`,
    sql`holds.${column(of)}::numeric(18, 2)::text AS ${sql.identifier(`held_${of.toLowerCase()}`)}`,
  ]),
  sql`, `,
)

type Raw = Omit<FundRow, 'actions' | 'below'>

/** In which currencies it holds less than it should. */
const belowOf = (row: Raw): Currency[] =>
  currencies.filter((of) => {
    const name = of.toLowerCase() as Lowercase<Currency>
    const least = row[`minimum_${name}`]
    return least !== null && compare(row[`held_${name}`], least) < 0
  })

function actionsOf(row: Raw, { session }: Pick<Reader, 'session'>): FundRow['actions'] {
  if (!row.own) return []
  const isEmpty =
    row.waiting === 0 && [row.held_bs, row.held_usd, row.held_cop].every((held) => compare(held, '0') === 0)
  const own = actionsOn(fundRecords, row, session).filter(
    (one) => one !== 'remove' && (one !== 'deactivate' || isEmpty),
  )
  const [first, ...rest] = own as FundRow['actions']
  return [...(first ? [first] : []), ...(row.status === 'activo' ? (['move'] as const) : []), ...rest]
}

export const fundList = listing<typeof cashFunds.list, Raw>(cashFunds.list, {
  from: sql`cash_funds fund JOIN partners owner ON owner.id = fund.partner_id LEFT JOIN ${fundHolds} holds ON true`,
  columns: ({ scope }) => sql`
    fund.id, fund.name, fund.notes, fund.status, fund.partner_id, owner.name AS partner_name, ${perCurrency},
    CASE WHEN ${isBelow} THEN 'bajo' ELSE 'bien' END AS level,
    ${fundWaits(sql`fund`, sql`AND given.direction = 'entra'`)} AS waiting, holds.moved_on, fund.created_at,
    fund.partner_id = ${scope.partner_id}::int AS own, fund.version`,
  key: sql`fund.id`,
  scope: (scope) => within(scope, sql`fund.partner_id`),
  filter: {
    level: (level) => (level === 'bajo' ? isBelow : sql`NOT ${isBelow}`),
    status: (status) => sql`fund.status = ${status}`,
  },
  order: {
    name: sql`fund.name`,
    partner_name: sql`owner.name`,
    held_bs: sql`holds.bs`,
    held_usd: sql`holds.usd`,
    held_cop: sql`holds.cop`,
    level: sql`NOT ${isBelow}`,
    waiting: fundWaits(sql`fund`, sql`AND given.direction = 'entra'`),
    moved_on: sql`holds.moved_on`,
    status: sql`fund.status`,
    created_at: sql`fund.created_at`,
  },
  search: { folded: [sql`fund.name_key`, sql`owner.name_key`] },
  toRow: (raw, reader): FundRow => ({ ...raw, below: belowOf(raw), actions: actionsOf(raw, reader) }),
})
export const readFund: (reader: Reader, id: number) => Promise<FundRow> = readOne(fundList)

const isBooked = (fund: SQL) => sql`
  booked.partner_id = ${fund}.partner_id AND booked.kind = 'fondo' AND booked.sub = ${fund}.id`

export const fundHistory = listing<typeof cashFunds.history, never, FundRow>(cashFunds.history, {
  about: ({ fund_id }, reader) => readFund(reader, fund_id),
  gathered: ({ asked: { fund_id, from, currency } }, where) => ({
    tables: statementCtes(
      sql`
        SELECT booked.currency, coalesce(sum(ledger_day.debit - ledger_day.credit), 0) AS amount
        FROM cash_funds fund
        JOIN ledger_accounts booked ON ${isBooked(sql`fund`)}
        LEFT JOIN ledger_days ledger_day ON ledger_day.account_id = booked.id AND ledger_day.day < ${from}::date
        WHERE fund.id = ${fund_id} AND booked.currency = coalesce(${currency ?? null}::currency, booked.currency) GROUP BY 1`,
      where,
    ),
    taken: true,
  }),
  from: sql`line`,
  columns: ({ scope }) => sql`
    ${statementColumns}, entry.kind, movement.id AS movement_id, movement.concept, movement.reference,
    coalesce(pair_office.name, CASE WHEN pair_fund.id IS NOT NULL THEN pair_fund.name || ', ' || ${publicName(scope, sql`pair_owner`)} END,
      other_fund.name, account.name, 'Fuera') AS with_name`,
  shown: {
    row: sql`line`,
    tables: ({ asked }) => sql`
      JOIN ledger_entries entry ON entry.day = line.day AND entry.id = line.entry_id
      JOIN cash_movements movement ON movement.id = entry.ref_id AND entry.ref_kind = 'movement'
      LEFT JOIN cash_movements pair ON pair.id = movement.pair_id
      LEFT JOIN partners pair_office ON pair_office.id = pair.office_id
      LEFT JOIN cash_funds pair_fund ON pair_fund.id = pair.fund_id
      LEFT JOIN partners pair_owner ON pair_owner.id = pair_fund.partner_id
      LEFT JOIN cash_funds other_fund ON movement.other_fund_id IS NOT NULL
        AND other_fund.id = CASE movement.fund_id WHEN ${asked.fund_id} THEN movement.other_fund_id ELSE movement.fund_id END
      LEFT JOIN accounts account ON account.id = movement.account_id`,
  },
  key: statementKey,
  never_null: true,
  order: { day: sql`line.day` },
  scope: handledElsewhere,
  alsoWhere: ({ asked }) => sql`posting.account_id IN (
    SELECT booked.id FROM cash_funds fund JOIN ledger_accounts booked ON ${isBooked(sql`fund`)} WHERE fund.id = ${asked.fund_id})`,
  period: ({ from, to }) => sql`posting.day BETWEEN ${from}::date AND ${to}::date`,
  filter: { currency: (currency) => sql`posting.currency = ${currency}::currency` },
  amounts: statementAmounts,
  counted: statementTotals(sumText(sql`opening.amount`), sql`true`),
  heading: ({ about }) => ({ Fondo: about.name, De: about.partner_name }),
  file: { called: ({ about }) => ({ of: about.name }) },
})
