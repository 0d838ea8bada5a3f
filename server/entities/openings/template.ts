/**
 * The sheet of openings to be filled in: a row for what each partner and each pot may still bring along, and what stands in
 * each column. What is carried has no rows: it is of few agencies and of any product.
 */
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

const widths: Record<OpeningColumn, number> = { code: 16, name: 34, currency: 12, kind: 14, product: 24, amount: 18 }
const names = Object.keys(openingColumns) as OpeningColumn[]

const guide: BookTable = {
  name: 'Cómo se llena',
  columns: [
    { key: 'column', title: 'La columna', type: 'text', width: 18 },
    { key: 'hint', title: 'Dice', type: 'text', width: 70 },
  ],
  rows: names.map((name) => ({ column: openingColumns[name].title, hint: openingColumns[name].hint })),
}

const kinds = Object.keys(openingFacts) as OpeningKind[]
/** Debts of whoever owes and drawers of offices; funds and accounts of the banca itself. */
const usual = kinds
  .filter((kind) => openingFacts[kind].of === undefined)
  .flatMap((kind) =>
    openingFacts[kind].at
      .filter((type) => kind === 'deuda' || kind === 'caja' || type === 'banca')
      .map((type) => ({ type, kind, label: openingFacts[kind].label })),
  )
const pots = kinds
  .filter((kind) => openingFacts[kind].pot !== undefined)
  .map((kind) => ({ kind, label: openingFacts[kind].label }))

function rowsOf(db: Executor): Promise<Record<OpeningColumn, string>[]> {
  return db.rows(sql`
    SELECT code, name, currency, kind, product, '' AS amount FROM (
      SELECT partner.type, partner.id, partner.code, partner.name, each.currency::text AS currency, usual.label AS kind, '' AS product
      FROM partners partner
      JOIN jsonb_to_recordset(${json(usual)}) AS usual(type partner_type, kind text, label text) ON usual.type = partner.type
      CROSS JOIN unnest(partner.currencies) AS each(currency)
      LEFT JOIN partner_books books ON books.currency = each.currency
        AND books.partner_id = CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END
      WHERE partner.status = 'activo' AND books.closed_through IS NULL AND NOT EXISTS (
        SELECT 1 FROM openings opening
        WHERE (opening.partner_id, opening.currency, opening.kind) = (partner.id, each.currency, usual.kind)
      )
      UNION ALL
      SELECT banca.type, banca.id, banca.code, banca.name, price.currency, pot.label, product.name
      FROM partners banca
      JOIN products product ON product.kind = 'polla' AND product.status = 'activo'
      CROSS JOIN LATERAL jsonb_object_keys(product.settings -> 'polla' -> 'price') AS price(currency)
      CROSS JOIN jsonb_to_recordset(${json(pots)}) AS pot(kind text, label text)
      WHERE banca.type = 'banca' AND price.currency = ANY (banca.currencies::text[]) AND NOT EXISTS (
        SELECT 1 FROM openings opening
        WHERE (opening.partner_id, opening.currency, opening.kind, opening.product_id)
          = (banca.id, price.currency::currency, pot.kind, product.id)
      )
    ) waiting
    ORDER BY type, name, id, product, currency, kind LIMIT ${openingLimits.rows}`)
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
