/** The network as a workbook: an empty one to fill in, or everything within reach, to be brought in again. */
import { sql } from 'drizzle-orm'
import { listFileName } from '@contract/access/file-names.ts'
import { roleLabels, roles, type Role } from '@contract/access/rules.ts'
import { nameOf } from '@contract/endpoint.ts'
import { network } from '@contract/network.ts'
import {
  bookColumns,
  networkGuide,
  networkSheetLabels,
  networkSheets,
  type NetworkSheet,
} from '@contract/network-sheets.ts'
import { statusLabels } from '@contract/partners.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { bookStream, type BookTable } from '../../platform/files/book.ts'
import type { ColumnType, ExportRow } from '../../platform/files/columns.ts'
import { contentTypes } from '../../platform/files/export-rows.ts'
import { openSnapshot } from '../../platform/files/snapshot.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'
import { ownColumns, type StoredPartner } from '../partners/columns.ts'
import { whenSet } from '../../rules/commissions/in-force.ts'

type Rows = Record<NetworkSheet, Iterable<ExportRow>>

/** A percentage stays the number that people write: as a fraction it could be read as one of one per cent. */
const typeOf = (field: string): ColumnType => (field.endsWith('_percent') ? 'money' : 'text')

function tableOf(sheet: NetworkSheet, rows: Iterable<ExportRow>): BookTable {
  return {
    name: networkSheetLabels[sheet],
    columns: bookColumns(sheet).map(([key, { title }]) => ({ key, title, type: typeOf(key) })),
    rows,
  }
}

/** What may stand in each column; its sheet is none that is read. */
const guide: BookTable = {
  name: networkGuide,
  columns: [
    { key: 'sheet', title: 'En la hoja', type: 'text', width: 18 },
    { key: 'column', title: 'La columna', type: 'text', width: 24 },
    { key: 'hint', title: 'Dice', type: 'text', width: 60 },
    { key: 'needed', title: 'Una fila nueva la necesita', type: 'text', width: 26 },
  ],
  rows: networkSheets.flatMap((sheet) =>
    bookColumns(sheet).map(([, { title, hint, needed }]) => ({
      sheet: networkSheetLabels[sheet],
      column: title,
      hint,
      needed: needed ? 'Sí' : '',
    })),
  ),
}

function answer(
  filename: string,
  tables: readonly BookTable[],
  { session, now }: Pick<Context, 'session' | 'now'>,
): FileAnswer {
  return {
    filename: `${filename}.xlsx`,
    content_type: contentTypes.xlsx,
    stream: bookStream(tables, session.zone, now),
  }
}

const nothing: Rows = { distribuidores: [], agencias: [], taquillas: [], usuarios: [], comisiones: [] }

const bookName = (today: string) => `${listFileName(nameOf(network.book), 'Red')} ${today}`

/** @throws Problem `export_busy` */
export async function networkBook(context: Context, empty: boolean): Promise<FileAnswer> {
  const { wire, scope, session, today } = context
  const snapshot = await openSnapshot(wire.database.files, session.id)
  try {
    const rows = empty ? nothing : await rowsOf(snapshot.db, scope, session.partner_id)
    const tables = networkSheets.map((sheet) => tableOf(sheet, rows[sheet]))
    return empty ? answer('Plantilla de la red', [...tables, guide], context) : answer(bookName(today), tables, context)
  } finally {
    await snapshot.close()
  }
}

async function rowsOf(db: Executor, scope: Scope, own: number): Promise<Rows> {
  const partners = await db.rows<
    StoredPartner & { type: string; father: string; state: string; municipality: string }
  >(sql`
    SELECT p.type::text AS type, ${ownColumns(sql`p`)}, f.code AS father,
      s.name AS state, m.name AS municipality
    FROM partners p
    JOIN partners f ON f.id = p.father_id
    LEFT JOIN states s ON s.id = p.state_id
    LEFT JOIN municipalities m ON m.id = p.municipality_id
    WHERE p.id <> ${own} AND ${within(scope, sql`p.id`)}
    ORDER BY (SELECT count(*) FROM partner_ancestors a WHERE a.partner_id = p.id), p.name`)
  const users = await db.rows<{
    role: Role
    manage_childs: boolean
    awarding_results: boolean
    status: keyof typeof statusLabels
  }>(sql`
    SELECT u.username, u.name, u.role::text AS role, p.code AS partner, u.manage_childs, u.awarding_results, u.email,
      u.status::text AS status
    FROM users u JOIN partners p ON p.id = u.partner_id
    WHERE p.id <> ${own} AND p.type <> 'banca' AND ${within(scope, sql`p.id`)} ORDER BY p.name, u.username`)
  const rates = await db.rows<ExportRow>(sql`
    SELECT p.code AS partner, g.name AS product, b.name AS bet_type, c.currency, c.commission_kind, c.commission_percent,
      c.participation_kind, c.participation_percent
    FROM commissions_at(${whenSet}) c
    JOIN partners p ON p.id = c.partner_id
    LEFT JOIN products g ON g.id = c.product_id
    LEFT JOIN bet_types b ON b.id = c.bet_type_id
    WHERE (p.id <> ${own} OR p.type = 'banca') AND ${within(scope, sql`p.id`)}
    ORDER BY p.name, g.name NULLS FIRST, b.id NULLS FIRST, c.currency NULLS FIRST`)
  const word = (value: boolean) => (value ? 'Sí' : 'No')
  const of = (type: string) =>
    partners
      .filter((one) => one.type === type)
      .map((one) => ({ ...one, currencies: one.currencies.join(', '), status: statusLabels[one.status] }))
  return {
    distribuidores: of('distribuidor'),
    agencias: of('agencia'),
    taquillas: of('taquilla'),
    usuarios: users
      .filter(({ role }) => roles.includes(role))
      .map((user) => ({
        ...user,
        role: roleLabels[user.role],
        manage_childs: word(user.manage_childs),
        awarding_results: word(user.awarding_results),
        status: statusLabels[user.status],
      })),
    comisiones: rates,
  }
}

interface Entrant {
  username: string
  name: string
  role: string
  partner: string
  password: string
}

/** Passwords to be handed over, each once. */
export function passwordBook(context: Context, rows: readonly Entrant[]): FileAnswer {
  const columns = [
    ['username', 'Usuario'],
    ['password', 'Contraseña de un solo uso'],
    ['name', 'Nombre'],
    ['role', 'Rol'],
    ['partner', 'Afiliado'],
  ].map(([key = '', title = '']) => ({ key, title, type: 'text' as const, width: 28 }))
  return answer('Contraseñas de un solo uso', [{ name: 'Contraseñas', columns, rows }], context)
}
