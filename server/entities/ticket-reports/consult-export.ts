/** The tickets found as a file: all of them, in the order asked, from one snapshot. */
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { exportFormat } from '@contract/reports.ts'
import { consultRow } from '@contract/ticket-reports.ts'
import { approvalStateLabels, ticketStateLabels } from '@contract/tickets.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay, type Period } from '@contract/values/dates.ts'
import { formatAmount } from '@contract/values/money.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'
import { contractColumns, type ExportColumn } from '../../platform/files/columns.ts'
import { exportRows } from '../../platform/files/export-rows.ts'
import { openSnapshot } from '../../platform/files/snapshot.ts'
import { subjectOf, type Subject } from '../../rules/figures/subject.ts'
import { consultPeriod, type ConsultAsked } from './consult-filters.ts'
import { consultOrder, consultQuery, consultSums, type ConsultFileRow } from './consult.ts'

const counted = 'Venta que cuenta'
const columns: ExportColumn[] = [
  ...contractColumns(consultRow, [
    ['serial', 'text', 14],
    ['sold_at', 'instant'],
    ['agency_name', 'text'],
    ['office_name', 'text'],
    ['seller_name', 'text'],
    ['state', 'text', 12],
    ['lines', 'integer'],
    ['currency', 'text', 10],
    ['total', 'money'],
  ]),
  { key: 'sold', title: counted, type: 'money' },
  ...contractColumns(consultRow, [
    ['prize', 'money'],
    ['expires_on', 'date'],
    ['paid_at', 'instant'],
    ['approval', 'text', 14],
  ]),
]

async function* labelled(rows: AsyncIterable<ConsultFileRow>): AsyncGenerator<object> {
  for await (const row of rows)
    yield { ...row, state: ticketStateLabels[row.state], approval: row.approval && approvalStateLabels[row.approval] }
}

type Told = readonly [label: string, value: string]

/** The filters in force, in words. */
async function describe(db: Executor, subject: Subject, asked: ConsultAsked, period: Period): Promise<Told[]> {
  const names = await db.one<{
    product: string | null
    bet_type: string | null
    seller: string | null
    draw: string | null
  }>(sql`
    SELECT (SELECT name FROM products WHERE id = ${asked.product_id ?? null}) AS product, (SELECT name FROM bet_types WHERE id = ${asked.bet_type_id ?? null}) AS bet_type,
      (SELECT name FROM users WHERE id = ${asked.seller_id ?? null}) AS seller,
      (SELECT p.name || ' ' || to_char(d.scheduled_at AT TIME ZONE b.zone, 'DD/MM/YYYY HH24:MI') FROM draws d JOIN products p ON p.id = d.product_id CROSS JOIN banca b WHERE d.id = ${asked.draw_id ?? null}) AS draw`)
  const given = (label: string, value: string | null | undefined): Told[] => (value ? [[label, value]] : [])
  return [
    ['Desde', formatDay(period.from)],
    ['Hasta', formatDay(period.to)],
    ['Socio', subject.name],
    ...given('Serial', asked.serial),
    ...given('Estado', asked.state && ticketStateLabels[asked.state]),
    ...given('Moneda', asked.currency && currencyFacts[asked.currency].name),
    ...given('Producto', names?.product),
    ...given('Sorteo', names?.draw),
    ...given('Jugada', names?.bet_type),
    ...given('Número', asked.number),
    ...given('Total desde', asked.min_total && formatAmount(asked.min_total)),
    ...given('Total hasta', asked.max_total && formatAmount(asked.max_total)),
    ...given('Vendedor', names?.seller),
    ...given('Aprobación', asked.approval && approvalStateLabels[asked.approval]),
    ...given('Búsqueda', asked.q),
  ]
}

/** Throws what `consultPeriod` does, `not_found` for a partner out of reach, `export_busy` when the user has too many under way. */
export async function exportConsult(
  context: Context,
  asked: ConsultAsked & z.output<typeof exportFormat>,
): Promise<FileAnswer> {
  const { session, scope, now, signal, wire } = context
  const period = consultPeriod(asked)
  consultOrder(asked.sort)
  const snapshot = await openSnapshot(wire.database.reports_pool, session.id)
  try {
    const subject = await subjectOf(snapshot.db, scope, asked.partner_id)
    const totals = await consultSums(snapshot.db, subject, asked, period)
    const heading = {
      filters: await describe(snapshot.db, subject, asked, period),
      zone: session.zone,
      user: session.name,
      at: now,
      rows: totals.reduce((count, { tickets }) => count + tickets, 0),
      sums: totals.map(({ currency, sold }) => ({ label: currency, amount: sold })),
    }
    wire.setHeader('x-row-count', String(heading.rows))
    wire.setHeader('x-control-sum', heading.sums.map(({ label, amount }) => `${label} ${amount}`).join('; '))
    return exportRows({
      title: 'Consulta de tickets',
      columns,
      rows: labelled(snapshot.stream<ConsultFileRow>(consultQuery(subject, asked, period))),
      format: asked.format,
      csv_style: asked.csv_style,
      heading,
      control: { key: 'sold', title: counted, by: 'currency' },
      signal,
      close: snapshot.close,
    })
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
