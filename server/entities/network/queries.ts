/** Workbooks of the network as their owner sees them: how far each is, its faults, what it does, and the tree as it would be. */
import { sql, type SQL } from 'drizzle-orm'
import {
  network,
  type NetworkChange,
  type NetworkFault,
  type NetworkImport,
  type NetworkNode,
} from '@contract/network.ts'
import { every } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, wholeBanca, type Reader } from '../../platform/lists/listing.ts'

type Caller = Pick<Context, 'db' | 'session'>

/** Shown of one person: the last ones. */
const shown = 20

/** Users that a workbook `i` made, who never entered and whose password nobody has. */
export const entrants = sql`
  network_rows r JOIN users u ON u.username = r.key
  WHERE r.import_id = i.id AND r.sheet = 'usuarios' AND r.action = 'crea' AND i.state = 'aplicada'
    AND u.status = 'activo' AND u.last_sign_in_at IS NULL AND u.password_must_change`

export function importsOf({ db, session: { id } }: Caller, which?: SQL): Promise<NetworkImport[]> {
  return db.rows<NetworkImport>(sql`
    SELECT i.id, i.filename, i.state, i.phase, i.done, i.total, i.requested_at, i.ended_at, i.sheets, i.faults, i.others,
      i.review, i.problem,
      (SELECT count(*)::int FROM ${entrants}) AS without_password
    FROM network_imports i WHERE ${every(sql`i.user_id = ${id}`, which)} ORDER BY i.id DESC LIMIT ${shown}`)
}

/** @throws Problem `not_found` */
export async function importOf(caller: Caller, id: number): Promise<NetworkImport> {
  const [found] = await importsOf(caller, sql`i.id = ${id}`)
  if (!found) throw new Problem('not_found')
  return found
}

const ownImport = async ({ import_id }: { import_id: number }, reader: Reader) => {
  await importOf(reader, import_id)
  return undefined
}

/** Only a search costs so much that its rows are better kept for a moment than found twice. */
const once = ({ q }: { q?: string | undefined }) => sql.raw(q ? 'MATERIALIZED' : 'NOT MATERIALIZED')

export const faultList = listing<typeof network.faults, NetworkFault>(network.faults, {
  about: ownImport,
  // Found once, for the page and its count.
  gathered: ({ asked }, where) => ({
    tables: sql`f AS ${once(asked)} (SELECT * FROM network_faults f WHERE f.import_id = ${asked.import_id} AND ${where})`,
    taken: true,
  }),
  from: sql`f`,
  columns: sql`f.n, f.sheet, f.line, f."column", f.value, f.message`,
  key: sql`f.n`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: { sheet: (sheet) => sql`f.sheet = ${sheet}` },
  order: { line: sql`f.n` },
  search: { folded: [sql`f.search`] },
})

export const changeList = listing<typeof network.changes, NetworkChange>(network.changes, {
  about: ownImport,
  gathered: ({ asked }, where) => ({
    tables: sql`r AS ${once(asked)} (SELECT * FROM network_rows r WHERE r.import_id = ${asked.import_id} AND ${where})`,
    taken: true,
  }),
  from: sql`r`,
  columns: sql`r.n, r.sheet, r.line, r.action, r.key, r.name, r.differences`,
  key: sql`r.n`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: { sheet: (sheet) => sql`r.sheet = ${sheet}`, action: (action) => sql`r.action = ${action}` },
  order: { line: sql`r.n` },
  search: { plain: [sql`r.key`, sql`r.name`] },
})

const partnerSheets = sql`('distribuidores', 'agencias', 'taquillas')`
const typeOf = (sheet: SQL) =>
  sql`CASE ${sheet} WHEN 'distribuidores' THEN 'distribuidor' WHEN 'agencias' THEN 'agencia' ELSE 'taquilla' END`
/** Of a workbook's partner or of one above it, by code: what hangs from it there. */
const counted = (code: SQL) => sql`
  (SELECT count(*)::int FROM network_rows c WHERE c.import_id = i.id AND c.of_code = ${code} AND c.sheet IN ${partnerSheets}) AS below,
  (SELECT count(*)::int FROM network_rows c WHERE c.import_id = i.id AND c.of_code = ${code} AND c.sheet = 'usuarios') AS users,
  (SELECT count(*)::int FROM network_rows c WHERE c.import_id = i.id AND c.of_code = ${code} AND c.sheet = 'comisiones') AS rates`

/** The workbook's partners under a code; without one, those that they hang from and are not in the workbook. */
export async function treeOf(caller: Caller, id: number, father: string | undefined): Promise<NetworkNode[]> {
  await importOf(caller, id)
  if (father !== undefined)
    return caller.db.rows<NetworkNode>(sql`
      SELECT r.key AS code, r.name, ${typeOf(sql`r.sheet`)} AS type, r.action, ${counted(sql`r.key`)}
      FROM network_imports i JOIN network_rows r ON r.import_id = i.id AND r.of_code = ${father} AND r.sheet IN ${partnerSheets}
      WHERE i.id = ${id} ORDER BY r.sheet DESC, r.n LIMIT 1000`)
  return caller.db.rows<NetworkNode>(sql`
    SELECT p.code, p.name, p.type::text AS type, NULL AS action, ${counted(sql`p.code`)}
    FROM network_imports i JOIN partners p ON p.code IN (SELECT DISTINCT r.of_code FROM network_rows r WHERE r.import_id = i.id)
    WHERE i.id = ${id}
      AND NOT EXISTS (
        SELECT 1 FROM network_rows r WHERE r.import_id = i.id AND r.key = p.code AND r.sheet IN ${partnerSheets}
      )
    ORDER BY (SELECT count(*) FROM partner_ancestors a WHERE a.partner_id = p.id), p.name LIMIT 1000`)
}
