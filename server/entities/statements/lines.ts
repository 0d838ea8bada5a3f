/** Statements of a week: all that are within reach, line by line, and those of some partners each by itself. */
import { sql, type SQL } from 'drizzle-orm'
import type { ClosingRow } from '@contract/account-balance.ts'
import type { Answer, Received } from '@contract/endpoint.ts'
import {
  lastSunday,
  statements,
  type StatementAccount,
  type StatementLineRow,
  type WeekStatement,
} from '@contract/statements.ts'
import { statementWords, type ReckonedLine } from '@contract/statement-words.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { add, subtract } from '@contract/values/money.ts'
import { list } from '../../platform/db/connect.ts'
import { publicName, under, within, type Scope } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { groupBy } from '../../platform/group-by.ts'
import { handledElsewhere, listing, type Reader } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { lastClosed } from '../../rules/books/debts.ts'
import { weekStatementCtes } from '../../rules/books/statements.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { readClosings } from '../account-balance/closings.ts'

/** Its Sunday; one that has not begun has nothing to tell. @throws Problem `day_ahead` */
function weekOf(asked: string | undefined, { today }: Pick<Reader, 'today'>): string {
  const week = asked ?? lastSunday(today)
  if (addDays(week, -6) > today) throw Problem.on('week', 'day_ahead', 'Esa semana no ha empezado')
  return week
}

/** A line as it is read: `name` is what the line is of. */
interface Raw extends Omit<StatementLineRow, 'name' | 'detail' | 'base'>, Omit<ReckonedLine, 'before'> {
  currency: StatementLineRow['currency']
  concept: StatementLineRow['concept']
  percent: string | null
  amount: string | null
  balance: string
  creditor_name: string
  partner_name: string
  closing_id: number | null
}

/** Of `statement_line line` and `partners partner`. */
const columns = (scope: Scope, week: string) => sql`
  line.partner_id || ':' || line.currency || ':' || line.place || ':' || line.n AS key, line.partner_id, partner.name AS partner_name,
  partner.code, partner.type::text AS type, ${week} AS week, line.currency::text AS currency, line.state,
  ${publicName(scope, sql`creditor`)} AS creditor_name,
  creditor.type = 'banca' OR ${within(scope, sql`creditor.id`)} AS is_creditor_named, line.closing_id, line.concept,
  coalesce(line.name, (SELECT product.name FROM products product WHERE product.id = line.product_id)) AS name, line.bet_types,
  line.since::text AS since, line.until::text AS until, line.kind AS rate_kind, line.percent::text AS percent, line.sold::text AS sold,
  line.prizes::text AS prizes, line.commission::text AS commission, line.carried::text AS carried, line.amount::text AS amount,
  line.balance::text AS balance, line.is_rest, line.is_agency`

const tables = sql`statement_line line
  JOIN partners partner ON partner.id = line.partner_id
  JOIN partners creditor ON creditor.id = line.creditor_id`
const inOrder = sql`partner.name, line.partner_id, line.currency, line.place, line.n`

/** What the rate of a line is of. */
function baseOf({ concept, rate_kind, sold, prizes, commission }: Raw): string | null {
  if (rate_kind === null || sold === null) return null
  if (concept === 'participacion') return subtract(subtract(sold, prizes!), commission!)
  return rate_kind === 'VENTA' ? sold : subtract(sold, prizes!)
}

function toRow(raw: Raw): StatementLineRow {
  const { key, partner_id, partner_name, code, type, week, currency, state, creditor_name, concept } = raw
  const base = baseOf(raw)
  const detail = statementWords({ ...raw, before: addDays(week, -7) }, base)
  const { percent, amount, balance } = raw
  return {
    key,
    partner_id,
    name: partner_name,
    code,
    type,
    week,
    currency,
    state,
    creditor_name,
    concept,
    detail,
    base,
    percent,
    amount,
    balance,
  }
}

interface About {
  week: string
  rows: SQL
  closed: string | null
}

export const statementLines = listing<typeof statements.lines, Raw, About>(statements.lines, {
  about: async ({ week, partner_id, type, alone }, reader) => {
    const { db, scope } = reader
    if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
    const of =
      partner_id === undefined
        ? sql`true`
        : alone
          ? sql`partner.id = ${partner_id}`
          : under(partner_id, sql`partner.id`)
    const owing = type ? sql`partner.type = ${type}` : sql`partner.type IN ('agencia', 'distribuidor')`
    const told = weekOf(week, reader)
    return {
      week: told,
      closed: await lastClosed(db, told),
      rows: sql`${owing} AND ${within(scope, sql`partner.id`)} AND ${of}`,
    }
  },
  gathered: ({ about, asked: { currency } }) => ({
    tables: sql`RECURSIVE ${weekStatementCtes({ ...about, currency })}`,
  }),
  from: tables,
  columns: ({ scope, about: { week } }) => columns(scope, week),
  key: [sql`line.partner_id`, sql`line.currency`, sql`line.place`, sql`line.n`],
  scope: handledElsewhere,
  filter: {
    week: handledElsewhere,
    partner_id: handledElsewhere,
    type: handledElsewhere,
    currency: handledElsewhere,
    alone: handledElsewhere,
  },
  order: {},
  first: () => inOrder,
  search: partnerSearch,
  named: { partner_id: (id) => nameById('partners', id) },
  heading: ({ about: { week } }) => ({ Semana: `${formatDay(addDays(week, -6))} al ${formatDay(week)}` }),
  toRow,
})

/** The statements of partners within reach, in the order of their names. @throws Problem `not_found`, `day_ahead` */
export async function statementsOf(
  context: Context,
  { query: { partner_ids, week: asked } }: Received<typeof statements.of>,
): Promise<Answer<typeof statements.of>> {
  const { db, scope } = context
  const week = weekOf(asked, context)
  const owing = sql`partner.type IN ('agencia', 'distribuidor') AND ${within(scope, sql`partner.id`)}
    AND partner.id = ANY (${list(partner_ids)}::int[])`
  const partners = await db.rows<Omit<WeekStatement, 'week' | 'accounts'>>(sql`
    SELECT partner.id AS partner_id, partner.name, partner.code, partner.type::text AS type FROM partners partner
    WHERE ${owing} ORDER BY partner.name, partner.id`)
  if (partners.length < new Set(partner_ids).size) throw new Problem('not_found')
  const rows = await db.rows<Raw>(sql`
    WITH RECURSIVE ${weekStatementCtes({ rows: owing, week })}
    SELECT ${columns(scope, week)} FROM ${tables} ORDER BY ${inOrder}`)
  const closed = [...new Set(rows.flatMap(({ closing_id }) => closing_id ?? []))]
  const told = new Map((await readClosings(context, closed)).map((closing) => [closing.id, closing]))
  const accounts = new Map(
    groupBy(rows, ({ partner_id }) => String(partner_id)).map((some) => [some[0].partner_id, some]),
  )
  return {
    week,
    data: partners.map((partner) => ({
      ...partner,
      week,
      accounts: accountsOf(accounts.get(partner.partner_id) ?? [], told),
    })),
  }
}

/** Lines of one partner, in order, as an account a currency. */
function accountsOf(rows: readonly Raw[], told: ReadonlyMap<number, ClosingRow>): StatementAccount[] {
  return groupBy(rows, ({ currency }) => currency).map((some) => {
    const lines = some.map((raw) => {
      const { concept, detail, base, percent, amount, balance } = toRow(raw)
      return { concept, detail, base, percent, amount, balance }
    })
    const { currency, state, creditor_name, closing_id } = some[0]
    const moved = (isPayment: boolean) =>
      add('0', ...lines.map(({ concept, amount }) => ((concept === 'pagos') === isPayment ? (amount ?? '0') : '0')))
    return {
      currency,
      state,
      creditor_name,
      told: told.get(closing_id!) ?? null,
      lines,
      opening: lines[0]!.balance,
      total: moved(false),
      payments: subtract('0', moved(true)),
      closing: lines.at(-1)!.balance,
    }
  })
}
