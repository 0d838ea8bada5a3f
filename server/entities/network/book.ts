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
import { fileTypes } from '../../platform/files/export-rows.ts'
import { openSnapshot } from '../../platform/files/snapshot.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'
import { ownColumns, type StoredPartner } from '../partners/columns.ts'
import { setAsOf } from '../../rules/commissions/in-force.ts'

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
    content_type: fileTypes.xlsx,
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
    SELECT partner.type::text AS type, ${ownColumns(sql`partner`)}, father.code AS father,
      state.name AS state, municipality.name AS municipality
    FROM partners partner
    JOIN partners father ON father.id = partner.father_id
    LEFT JOIN states state ON state.id = partner.state_id
    LEFT JOIN municipalities municipality ON municipality.id = partner.municipality_id
    WHERE partner.id <> ${own} AND ${within(scope, sql`partner.id`)}
    ORDER BY (SELECT count(*) FROM partner_ancestors above WHERE above.partner_id = partner.id), partner.name`)
  const users = await db.rows<{
    role: Role
    manage_childs: boolean
    awarding_results: boolean
    status: keyof typeof statusLabels
  }>(sql`
    SELECT author.username, author.name, author.role::text AS role, partner.code AS partner, author.manage_childs, author.awarding_results,
      author.email,
      author.status::text AS status
    FROM users author JOIN partners partner ON partner.id = author.partner_id
    WHERE partner.id <> ${own} AND partner.type <> 'banca' AND ${within(scope, sql`partner.id`)} ORDER BY partner.name, author.username`)
  const rates = await db.rows<ExportRow>(sql`
    SELECT partner.code AS partner, product.name AS product, bet.name AS bet_type, rate.currency, rate.commission_kind,
      rate.commission_percent,
      rate.participation_kind, rate.participation_percent
    FROM commissions_at(${setAsOf}) rate
    JOIN partners partner ON partner.id = rate.partner_id
    LEFT JOIN products product ON product.id = rate.product_id
    LEFT JOIN bet_types bet ON bet.id = rate.bet_type_id
    WHERE (partner.id <> ${own} OR partner.type = 'banca') AND ${within(scope, sql`partner.id`)}
    ORDER BY partner.name, product.name NULLS FIRST, bet.id NULLS FIRST, rate.currency NULLS FIRST`)
  const word = (value: boolean) => (value ? 'Sí' : 'No')
  const of = (type: string) =>
    partners
      .filter((one) => one.type === type)
      .map((one) => ({
        ...one,
        currencies: one.currencies.join(', '),
        prepaid: word(one.prepaid),
        status: statusLabels[one.status],
      }))
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
