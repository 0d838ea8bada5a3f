/** Takes a file in, reads it again, or sets it aside. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { UploadedFile } from '@contract/endpoint.ts'
import { externalLimits } from '@contract/external-file.ts'
import type { ExternalLoad } from '@contract/external-loads.ts'
import type { Tx } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { cleanName } from '../../rules/external-sales/columns.ts'
import { namesOf } from '../../rules/external-sales/meanings.ts'
import { readFile } from './read-file.ts'
import { showLoad } from './show.ts'
import { takeSystem } from './systems.ts'

/** What the log keeps of a load. */
const trace = ({ system_name, filename, state, rows, faults, sums, replaces }: ExternalLoad) => ({
  system_name,
  filename,
  state,
  rows,
  faults,
  sums,
  ...(replaces.length > 0 && { replaces }),
})

const readerOf = ({ session }: Context) => `${session.database} ${session.id}`

/**
 * Keeps a file and reads it. The same file, as long as it waits or all of it stands, is the load it was; where another one
 * took its place, in part or in all, or a name that it left out is somebody's now, it is a new load, and what it posts
 * takes the place of both.
 * @throws Problem `not_found`, `external_inactive`, `external_too_many`, and as `readFile`
 */
export async function takeFile(
  context: Context,
  { system_id, day }: { system_id: number; day?: string | undefined },
  { filename, bytes }: UploadedFile,
): Promise<ExternalLoad> {
  const { db, session, today } = context
  const system = await takeSystem(db, system_id)
  if (system.status !== 'activo') throw new Problem('external_inactive')
  if (day !== undefined && day > today) throw Problem.on('day', 'invalid', 'Ese día aún no llega')
  const sha256 = createHash('sha256').update(bytes).digest()
  const known = await db.one<{ id: number | null; waiting: number }>(sql`
    SELECT (
      SELECT id
      FROM external_loads
      WHERE system_id = ${system_id} AND sha256 = ${sha256} AND day IS NOT DISTINCT FROM ${day ?? null}::date
        AND state IN ('por_revisar', 'publicada') AND NOT replaced_in_part AND NOT comes_again
    ) AS id,
      (SELECT count(*)::int FROM external_loads WHERE system_id = ${system_id} AND state = 'por_revisar') AS waiting`)
  if (known?.id && !(await mayComeAgain(db, known.id))) return showLoad(context, known.id, true)
  if ((known?.waiting ?? 0) >= externalLimits.waiting) throw new Problem('external_too_many')
  const load = await db.one<{ id: number }>(sql`
    INSERT INTO external_loads (system_id, filename, sha256, bytes, day, file, loaded_by)
    VALUES (
      ${system_id}, ${cleanName(filename) || 'archivo'}, ${sha256}, ${bytes.length}, ${day ?? null}, ${Buffer.from(bytes)},
      ${session.id}
    )
    RETURNING id`)
  await readFile(db, system, { id: load!.id, bytes, day: day ?? null, who: readerOf(context) }, today)
  const shown = await showLoad(context, load!.id)
  context.audit({ entity_id: shown.id, after: trace(shown) })
  return shown
}

/** Did this posted load leave rows out for names that nobody says so of any more? Then its file may come again, from here on. */
async function mayComeAgain(db: Tx, id: number): Promise<boolean> {
  const marked = await db.run(sql`
    UPDATE external_loads load SET comes_again = true
    WHERE load.id = ${id} AND load.state = 'publicada' AND EXISTS (
      SELECT 1
      FROM external_rows external_row
      LEFT JOIN ${namesOf(id)} agency ON agency.kind = 'agency' AND agency.match = external_row.agency_match
      LEFT JOIN ${namesOf(id)} product ON product.kind = 'product' AND product.match = external_row.product_match
      WHERE external_row.load_id = load.id AND external_row.state = 'ajena' AND NOT coalesce(agency.left_out, false)
        AND NOT coalesce(product.left_out, false)
    )`)
  return marked > 0
}

/** Reads a waiting load's file with the format of now. @throws Problem `not_found`, `external_decided`, and as `readFile` */
export async function readAgain(context: Context, id: number): Promise<ExternalLoad> {
  const { db, today } = context
  const before = await showLoad(context, id)
  const system = await takeSystem(db, before.system_id)
  const kept = await db.one<{ file: Buffer; day: string | null }>(
    sql`SELECT file, day FROM external_loads WHERE id = ${id} AND state = 'por_revisar'`,
  )
  if (!kept) throw new Problem('external_decided')
  await readFile(db, system, { id, bytes: kept.file, day: kept.day, who: readerOf(context) }, today)
  const shown = await showLoad(context, id)
  context.audit({ entity_id: id, before: trace(before), after: trace(shown) })
  return shown
}

/** Sets a waiting load aside: its rows stay to be read, its file goes. @throws Problem `not_found`, `external_decided` */
export async function discardLoad(context: Context, id: number): Promise<ExternalLoad> {
  const before = await showLoad(context, id)
  const changed = await context.db.run(sql`
    UPDATE external_loads SET state = 'descartada', file = NULL, decided_by = ${context.session.id}, decided_at = now()
    WHERE id = ${id} AND state = 'por_revisar'`)
  if (changed !== 1) throw new Problem('external_decided')
  const shown = await showLoad(context, id)
  context.audit({ entity_id: id, before: trace(before), after: trace(shown) })
  return shown
}
