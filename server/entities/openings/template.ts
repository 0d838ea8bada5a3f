/** The sheet of openings to be filled in: a row for what each partner may still bring along, and what stands in each column. */
import { sql } from 'drizzle-orm'
import {
  openingColumns,
  openingFacts,
  openingLimits,
  type OpeningColumn,
  type OpeningKind,
} from '@contract/openings.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import { bookStream, type BookTable } from '../../platform/files/book.ts'
import { fileTypes } from '../../platform/files/export-rows.ts'
import { openSnapshot } from '../../platform/files/snapshot.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'

const widths: Record<OpeningColumn, number> = { code: 16, name: 34, currency: 12, kind: 12, amount: 18 }
const names = Object.keys(openingColumns) as OpeningColumn[]

const guide: BookTable = {
  name: 'Cómo se llena',
  columns: [
    { key: 'column', title: 'La columna', type: 'text', width: 18 },
    { key: 'hint', title: 'Dice', type: 'text', width: 70 },
  ],
  rows: names.map((name) => ({ column: openingColumns[name].title, hint: openingColumns[name].hint })),
}

/** Debts of whoever owes and drawers of offices; funds and accounts of the banca itself. */
const usual = (Object.keys(openingFacts) as OpeningKind[]).flatMap((kind) =>
  openingFacts[kind].at
    .filter((type) => kind === 'deuda' || kind === 'caja' || type === 'banca')
    .map((type) => ({ type, kind, label: openingFacts[kind].label })),
)

function rowsOf(
  db: Executor,
): Promise<{ code: string; name: string; currency: string; kind: string; amount: string }[]> {
  return db.rows(sql`
    SELECT partner.code, partner.name, each.currency::text AS currency, usual.label AS kind, '' AS amount
    FROM partners partner
    JOIN jsonb_to_recordset(${json(usual)}) AS usual(type partner_type, kind text, label text) ON usual.type = partner.type
    CROSS JOIN unnest(partner.currencies) AS each(currency)
    LEFT JOIN partner_books books ON books.currency = each.currency
      AND books.partner_id = CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END
    WHERE partner.status = 'activo' AND books.closed_through IS NULL AND NOT EXISTS (
      SELECT 1 FROM openings opening
      WHERE (opening.partner_id, opening.currency, opening.kind) = (partner.id, each.currency, usual.kind)
    )
    ORDER BY partner.type, partner.name, partner.id, each.currency, usual.label LIMIT ${openingLimits.rows}`)
}

/** @throws Problem `export_busy` */
export async function openingTemplate({ wire, session, now }: Context): Promise<FileAnswer> {
  const snapshot = await openSnapshot(wire.database.files, session.id)
  const rows = await rowsOf(snapshot.db).finally(() => snapshot.close())
  const table: BookTable = {
    name: 'Saldos iniciales',
    columns: names.map((name) => ({
      key: name,
      title: openingColumns[name].title,
      type: 'text',
      width: widths[name],
    })),
    rows,
  }
  return {
    filename: 'Plantilla de saldos iniciales.xlsx',
    content_type: fileTypes.xlsx,
    stream: bookStream([table, guide], session.zone, now),
  }
}
