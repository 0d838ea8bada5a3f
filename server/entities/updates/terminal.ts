/** Terminals ask what they should run, say how far they are, and take it away. */
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import { softwareLimits, softwareSeconds } from '@contract/software.ts'
import type { updates } from '@contract/updates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context, FileAnswer } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { actingOffice } from '../../rules/tree/acting-office.ts'
import { apkType, objectsOf } from './stored.ts'
import { actionSql, softwareTargets } from './targets.ts'

type Said = Received<typeof updates.ask>['body']
type Told = Answer<typeof updates.ask>

const nothing: Told = { action: 'nada', target: null, seconds: softwareSeconds }

/** A device that may not sell for the office says nothing of it. Answers whether it was heard. */
async function note({ db }: Context, id: number, said: Said): Promise<boolean> {
  const heard = await db.run(sql`
    INSERT INTO software_offices AS own (office_id, package, version_code, version_name, stage, note, asked_at)
    SELECT office.partner_id, ${said.package}, ${said.version_code}::int, ${said.version_name}, ${said.stage ?? null}::text,
      ${said.note}, now()
    FROM ticket_offices office
    WHERE office.partner_id = ${id}
      AND CASE WHEN office.device_id IS NULL THEN NOT office.binds_device ELSE office.device_id = ${said.device_id} END
    ON CONFLICT (office_id) DO UPDATE SET package = excluded.package, version_code = excluded.version_code,
      version_name = excluded.version_name, stage = excluded.stage, note = excluded.note, asked_at = excluded.asked_at`)
  return heard > 0
}

/** @throws Problem `not_found`, `invalid` where an agency's administrator does not say which office */
export async function askWhich(context: Context, said: Said): Promise<Told> {
  const id = await actingOffice(context, said.office_id)
  if (!(await note(context, id, said))) return nothing
  type Found = { action: Told['action']; object_name: string | null } & Omit<NonNullable<Told['target']>, 'url'>
  const found = await context.db.one<Found>(sql`
    SELECT ${actionSql} AS action, own.id, own.package, own.version_code, own.version_name, own.bytes, own.sha256, own.certificate,
      own.object_name
    FROM ${softwareTargets(id)} target JOIN software_versions own ON own.id = target.target_id`)
  if (!found || found.action === 'nada') return nothing
  const { action, object_name, ...target } = found
  const { objects } = context.wire.database
  const url = object_name && objects ? await objects.address(object_name, softwareLimits.address_seconds) : null
  return { action, target: { ...target, url }, seconds: softwareSeconds }
}

/** Its bytes from one on, a part at a time, at the pace of the download. */
async function* bytesFrom(db: Executor, id: number, from: number): AsyncGenerator<Buffer> {
  const { part_bytes } = softwareLimits
  for (let part = Math.floor(from / part_bytes), skip = from % part_bytes; ; part++, skip = 0) {
    const row = await db.one<{ bytes: Buffer }>(
      sql`SELECT bytes FROM software_parts WHERE version_id = ${id} AND part = ${part}`,
    )
    if (!row) return
    yield row.bytes.subarray(skip)
  }
}

/**
 * The file that an office should run, and no other, wherever it lies: a terminal that takes it by its address asks for nothing
 * here. @throws Problem `not_found`, `invalid`, and what is the matter with the store
 */
export async function takeVersion(
  context: Context,
  { params: { id }, query: { offset, office_id } }: Received<typeof updates.download>,
): Promise<FileAnswer> {
  const { db, wire } = context
  if (!(await db.one(sql`SELECT 1 FROM software_versions WHERE id = ${id}`))) throw new Problem('not_found')
  const office = await actingOffice(context, office_id)
  const own = await db.one<{ bytes: number; package: string; version_code: number; object_name: string | null }>(sql`
    SELECT own.bytes, own.package, own.version_code, own.object_name
    FROM ${softwareTargets(office)} target JOIN software_versions own ON own.id = target.target_id WHERE own.id = ${id}`)
  if (!own) throw new Problem('not_found')
  const left = Math.max(own.bytes - offset, 0)
  const isStored = own.object_name !== null && left > 0
  const stream = isStored
    ? await objectsOf(context).stream(own.object_name!, offset)
    : Readable.from(bytesFrom(wire.database.lists.db, id, offset), { objectMode: false })
  wire.setHeader('content-length', String(left))
  return {
    filename: `${own.package}-${own.version_code}.apk`,
    content_type: apkType,
    stream,
  }
}
