/** The general settlement as a file: everything that is filtered, in the order asked, from one snapshot. */
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { generalLevelLabels, generalRow, type exportFormat, type GeneralRow } from '@contract/reports.ts'
import { formatDay } from '@contract/values/dates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'
import { contractColumns, titleOf, type ExportColumn } from '../../platform/files/columns.ts'
import { exportRows } from '../../platform/files/export-rows.ts'
import { openSnapshot } from '../../platform/files/snapshot.ts'
import type { Subject } from '../../rules/figures/subject.ts'
import { subjectOf } from '../../rules/figures/subject.ts'
import { generalOrder, type GeneralAsked } from './general.ts'
import { generalControl, generalQuery } from './queries.ts'

const figures = contractColumns(generalRow, [
  ['currency', 'text', 10],
  ['tickets', 'integer'],
  ['sold', 'money'],
  ['prizes', 'money'],
  ['commission', 'money'],
  ['profit', 'money'],
  ['participation', 'money'],
  ['total', 'money'],
  ['annulled', 'money'],
  ['payout_percent', 'percent'],
])
const byPlace = [
  ...contractColumns(generalRow, [
    ['name', 'text', 36],
    ['code', 'text', 14],
    ['type', 'text', 14],
  ]),
  ...figures,
]
const byDay: ExportColumn[] = [{ key: 'key', title: generalLevelLabels.dia, type: 'date' }, ...figures]

async function* labelled(rows: AsyncIterable<GeneralRow>): AsyncGenerator<object> {
  for await (const row of rows) yield { ...row, type: generalLevelLabels[row.type] }
}

/** The filters in force, in words. */
async function describe(db: Executor, subject: Subject, asked: GeneralAsked): Promise<(readonly [string, string])[]> {
  const product =
    asked.product_id === undefined
      ? undefined
      : await db.one<{ name: string }>(sql`SELECT name FROM products WHERE id = ${asked.product_id}`)
  return [
    ['Desde', formatDay(asked.from)],
    ['Hasta', formatDay(asked.to)],
    ['Nivel', generalLevelLabels[asked.level]],
    ['Socio', subject.name],
    ...(asked.product_id === undefined ? [] : [['Producto', product?.name ?? String(asked.product_id)] as const]),
    ...(asked.currency ? [['Moneda', currencyFacts[asked.currency].name] as const] : []),
    ...(asked.q ? [['Búsqueda', asked.q] as const] : []),
  ]
}

/** Throws `not_found` for a partner out of reach and `export_busy` when the user has too many under way. */
export async function exportGeneral(
  context: Context,
  asked: GeneralAsked & z.output<typeof exportFormat>,
): Promise<FileAnswer> {
  const { session, scope, now, signal, wire } = context
  generalOrder(asked)
  const snapshot = await openSnapshot(wire.database.reports_pool, session.id)
  try {
    const subject = await subjectOf(snapshot.db, scope, asked.partner_id)
    const control = await generalControl(snapshot.db, subject, asked)
    const heading = {
      filters: await describe(snapshot.db, subject, asked),
      zone: session.zone,
      user: session.name,
      at: now,
      rows: control.reduce((count, { rows }) => count + rows, 0),
      sums: control.map(({ currency, sold }) => ({ label: currency, amount: sold })),
    }
    wire.setHeader('x-row-count', String(heading.rows))
    wire.setHeader('x-control-sum', heading.sums.map(({ label, amount }) => `${label} ${amount}`).join('; '))
    return exportRows({
      title: 'Liquidación general',
      columns: asked.level === 'dia' ? byDay : byPlace,
      rows: labelled(snapshot.stream<GeneralRow>(generalQuery(subject, asked))),
      format: asked.format,
      csv_style: asked.csv_style,
      heading,
      control: { key: 'sold', title: titleOf(generalRow, 'sold'), by: 'currency' },
      signal,
      close: snapshot.close,
    })
  } catch (error) {
    await snapshot.close()
    throw error
  }
}
