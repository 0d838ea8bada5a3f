/** External systems: how their files are written, and what a file's columns mean to them. */
import { sql } from 'drizzle-orm'
import { externalLimits, type ExternalField } from '@contract/external-file.ts'
import type { ExternalFormat, ExternalSystem } from '@contract/external-sales.ts'
import { fold } from '@contract/values/text.ts'
import type { Executor, Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'

const columns = sql`
  s.id, s.name, s.file_kind, s.sheet, s.header_row, s.number_style, s.day_order, s.blanks, s.currency::text AS currency, s.product_id,
  p.name AS product_name, s.grace_days, s.status, s.version,
  (SELECT count(*)::int FROM external_dictionary d WHERE d.system_id = s.id) AS names,
  (SELECT count(*)::int FROM external_loads l WHERE l.system_id = s.id AND l.state = 'por_revisar') AS waiting`

/** All systems, by name. */
export function systemsOf(db: Executor): Promise<ExternalSystem[]> {
  return db.rows<ExternalSystem>(
    sql`SELECT ${columns} FROM external_systems s LEFT JOIN products p ON p.id = s.product_id ORDER BY s.name`,
  )
}

async function systemOf(db: Executor, id: number): Promise<ExternalSystem> {
  const found = await db.one<ExternalSystem>(
    sql`SELECT ${columns} FROM external_systems s LEFT JOIN products p ON p.id = s.product_id WHERE s.id = ${id}`,
  )
  if (!found) throw new Problem('not_found')
  return found
}

/** What no schema sees. @throws Problem `name_taken`, `currency_not_sold`, `not_found` for a product there is not */
async function mustBeFree(
  db: Executor,
  id: number | null,
  { name, product_id, currency }: ExternalFormat,
): Promise<void> {
  const row = await db.one<{ taken: boolean; product: boolean; sold: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM external_systems WHERE name_key = ${fold(name)} AND id IS DISTINCT FROM ${id}::int) AS taken,
      ${product_id}::int IS NULL OR EXISTS (SELECT 1 FROM products WHERE id = ${product_id}::int) AS product,
      ${currency}::currency IS NULL OR ${currency}::currency = ANY (currencies) AS sold
    FROM banca`)
  if (row?.taken) throw Problem.on('name', 'name_taken', 'Ya existe un sistema con ese nombre.')
  if (!row?.product) throw new Problem('not_found')
  if (!row.sold) throw Problem.on('currency', 'currency_not_sold', 'La banca no trabaja con esa moneda.')
}

type Saved = ExternalFormat & { id?: number | undefined; version: number }

/**
 * Saves a system, or makes one. Files that wait were read by the format of
 * before: they are read again before they are posted. @throws Problem `changed_meanwhile`, and as `mustBeFree`
 */
export async function saveSystem({ db, audit }: Context, { id, version, ...form }: Saved): Promise<ExternalSystem> {
  const before = id === undefined ? null : await systemOf(db, id)
  await mustBeFree(db, id ?? null, form)
  const values = sql`
    ${form.name}, ${fold(form.name)}, ${form.file_kind}, ${form.sheet}, ${form.header_row}, ${form.number_style},
    ${form.day_order}, ${form.blanks},
    ${form.currency}::currency, ${form.product_id}, ${form.grace_days}, ${form.status}::active_status`
  const named = sql`name, name_key, file_kind, sheet, header_row, number_style, day_order, blanks, currency, product_id, grace_days, status`
  const row =
    before === null
      ? await db.one<{ id: number }>(sql`INSERT INTO external_systems (${named}) VALUES (${values}) RETURNING id`)
      : await db.one<{ id: number }>(sql`
          UPDATE external_systems SET (${named}, version, format_version, updated_at) = (${values}, version + 1, format_version + 1, now())
          WHERE id = ${before.id} AND version = ${version} RETURNING id`)
  if (!row) throw new Problem('changed_meanwhile', { extra: { current: await systemOf(db, before!.id) } })
  const after = await systemOf(db, row.id)
  audit({ entity_id: row.id, before, after, significant: true })
  return after
}

/** A system for whoever reads a file by it. */
export interface SystemFormat extends ExternalFormat {
  id: number
  format_version: number
}

/**
 * A system that nobody else loads to, names or posts for until the transaction ends: what was looked up holds.
 * @throws Problem `not_found`
 */
export async function takeSystem(db: Tx, id: number): Promise<SystemFormat> {
  const found = await db.one<SystemFormat>(sql`
    SELECT id, name, file_kind, sheet, header_row, number_style, day_order, blanks, currency::text AS currency, product_id,
      grace_days, status, format_version
    FROM external_systems WHERE id = ${id} FOR UPDATE`)
  if (!found) throw new Problem('not_found')
  return found
}

/** What people said of names of columns to a system, by the name folded; null for one that is not used. */
export async function columnNames(db: Executor, system_id: number): Promise<Map<string, ExternalField | null>> {
  const rows = await db.rows<{ match: string; field: ExternalField | null }>(
    sql`SELECT match, field FROM external_dictionary WHERE system_id = ${system_id} AND kind = 'column'`,
  )
  return new Map(rows.map(({ match, field }) => [match, field]))
}

/** @throws Problem `invalid` when the system has as many names as it may */
export async function mustHaveRoom(db: Executor, system_id: number): Promise<void> {
  const row = await db.one<{ names: number }>(
    sql`SELECT count(*)::int AS names FROM external_dictionary WHERE system_id = ${system_id}`,
  )
  if ((row?.names ?? 0) >= externalLimits.names)
    throw Problem.on('name', 'invalid', 'El diccionario del sistema está lleno: quite nombres que ya no use.')
}
