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

/** Users that a workbook `import` made, who never entered and whose password nobody has. */
export const entrants = sql`
  network_rows network_row JOIN users author ON author.username = network_row.key
  WHERE network_row.import_id = import.id AND network_row.sheet = 'usuarios' AND network_row.action = 'crea' AND import.state = 'aplicada'
    AND author.status = 'activo' AND author.last_sign_in_at IS NULL AND author.password_must_change`

export function importsOf({ db, session: { id } }: Caller, which?: SQL): Promise<NetworkImport[]> {
  return db.rows<NetworkImport>(sql`
    SELECT import.id, import.filename, import.state, import.phase, import.done, import.total, import.requested_at, import.ended_at,
      import.sheets, import.faults, import.others,
      import.review, import.problem,
      (SELECT count(*)::int FROM ${entrants}) AS without_password
    FROM network_imports import WHERE ${every(sql`import.user_id = ${id}`, which)} ORDER BY import.id DESC LIMIT ${shown}`)
}

/** @throws Problem `not_found` */
export async function importOf(caller: Caller, id: number): Promise<NetworkImport> {
  const [found] = await importsOf(caller, sql`import.id = ${id}`)
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
    tables: sql`fault AS ${once(asked)} (SELECT * FROM network_faults fault WHERE fault.import_id = ${asked.import_id} AND ${where})`,
    taken: true,
  }),
  from: sql`fault`,
  columns: sql`fault.n, fault.sheet, fault.line, fault."column", fault.value, fault.message`,
  key: sql`fault.n`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: { sheet: (sheet) => sql`fault.sheet = ${sheet}` },
  order: { line: sql`fault.n` },
  search: { folded: [sql`fault.search`] },
})

export const changeList = listing<typeof network.changes, NetworkChange>(network.changes, {
  about: ownImport,
  gathered: ({ asked }, where) => ({
    tables: sql`network_row AS ${once(asked)} (SELECT * FROM network_rows network_row
      WHERE network_row.import_id = ${asked.import_id} AND ${where})`,
    taken: true,
  }),
  from: sql`network_row`,
  columns: sql`network_row.n, network_row.sheet, network_row.line, network_row.action, network_row.key, network_row.name,
    network_row.differences`,
  key: sql`network_row.n`,
  ties: 'ascending',
  scope: wholeBanca,
  filter: {
    sheet: (sheet) => sql`network_row.sheet = ${sheet}`,
    action: (action) => sql`network_row.action = ${action}`,
  },
  order: { line: sql`network_row.n` },
  search: { plain: [sql`network_row.key`, sql`network_row.name`] },
})

const partnerSheets = sql`('distribuidores', 'agencias', 'taquillas')`
const typeOf = (sheet: SQL) =>
  sql`CASE ${sheet} WHEN 'distribuidores' THEN 'distribuidor' WHEN 'agencias' THEN 'agencia' ELSE 'taquilla' END`
/** Of a workbook's partner or of one above it, by code: what hangs from it there. */
const counted = (code: SQL) => sql`
  (SELECT count(*)::int FROM network_rows network_row
    WHERE network_row.import_id = import.id AND network_row.of_code = ${code} AND network_row.sheet IN ${partnerSheets}) AS below,
  (SELECT count(*)::int FROM network_rows network_row
    WHERE network_row.import_id = import.id AND network_row.of_code = ${code} AND network_row.sheet = 'usuarios') AS users,
  (SELECT count(*)::int FROM network_rows network_row
    WHERE network_row.import_id = import.id AND network_row.of_code = ${code} AND network_row.sheet = 'comisiones') AS rates`

/** The workbook's partners under a code; without one, those that they hang from and are not in the workbook. */
export async function treeOf(caller: Caller, id: number, father: string | undefined): Promise<NetworkNode[]> {
  await importOf(caller, id)
  if (father !== undefined)
    return caller.db.rows<NetworkNode>(sql`
      SELECT network_row.key AS code, network_row.name, ${typeOf(sql`network_row.sheet`)} AS type, network_row.action,
        ${counted(sql`network_row.key`)}
      FROM network_imports import
      JOIN network_rows network_row ON network_row.import_id = import.id AND network_row.of_code = ${father}
        AND network_row.sheet IN ${partnerSheets}
      WHERE import.id = ${id} ORDER BY network_row.sheet DESC, network_row.n LIMIT 1000`)
  return caller.db.rows<NetworkNode>(sql`
    SELECT partner.code, partner.name, partner.type::text AS type, NULL AS action, ${counted(sql`partner.code`)}
    FROM network_imports import
    JOIN partners partner
      ON partner.code IN (SELECT DISTINCT network_row.of_code FROM network_rows network_row WHERE network_row.import_id = import.id)
    WHERE import.id = ${id}
      AND NOT EXISTS (
        SELECT 1 FROM network_rows network_row
        WHERE network_row.import_id = import.id AND network_row.key = partner.code AND network_row.sheet IN ${partnerSheets}
      )
    ORDER BY (SELECT count(*) FROM partner_ancestors above WHERE above.partner_id = partner.id), partner.name LIMIT 1000`)
}
