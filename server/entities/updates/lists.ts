/** Versions and offices as their lists see them. */
import { sql } from 'drizzle-orm'
import { softwareLimits, type UpdateDetail, type UpdateOfficeRow, type UpdateRow } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { under, within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Reader } from '../../platform/lists/listing.ts'
import { listing, readOne, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { addressesOf, bytesOf, objectsOf, whatIsThere, type StoredFile } from './stored.ts'
import { softwareTargets, standingSql } from './targets.ts'

const actions: Readonly<Record<UpdateRow['state'], UpdateRow['actions']>> = {
  subiendo: ['remove'],
  lista: ['update', 'rollout', 'remove'],
  en_curso: ['update', 'rollout', 'halt', 'withdraw'],
  detenida: ['update', 'rollout', 'withdraw'],
  retirada: ['update', 'rollout'],
}

export const versionList = listing<typeof updates.list, Omit<UpdateRow, 'actions'>>(updates.list, {
  from: sql`software_versions own`,
  columns: sql`own.id, own.filename, own.state, own.bytes, own.sha256, own.package, own.version_code, own.version_name, own.min_sdk,
    own.target_sdk, own.permissions, own.schemes, own.certificate, own.notes, own.channel, own.share, own.partner_ids,
    ARRAY(
      SELECT named.name FROM partners named WHERE named.id = ANY (own.partner_ids) ORDER BY array_position(own.partner_ids, named.id)
    ) AS partners,
    CASE
      WHEN own.state = 'subiendo' AND own.object_name IS NOT NULL THEN own.object_bytes
      WHEN own.state = 'subiendo'
        THEN (SELECT coalesce(sum(octet_length(kept.bytes)), 0)::int FROM software_parts kept WHERE kept.version_id = own.id)
      ELSE own.bytes
    END AS received,
    coalesce(counts.meant, 0) AS meant, coalesce(counts.failed, 0) AS failed, (
      SELECT count(*)::int FROM software_offices has WHERE has.package = own.package AND has.version_code = own.version_code
    ) AS installed,
    author.name AS created_by, own.created_at, own.version`,
  shown: {
    row: sql`own`,
    tables: sql`
      JOIN users author ON author.id = own.created_by
      LEFT JOIN (
        SELECT target.target_id, count(*)::int AS meant, count(*) FILTER (WHERE target.stage = 'falla')::int AS failed
        FROM ${softwareTargets()} target
        WHERE target.target_id IS NOT NULL
        GROUP BY target.target_id
      ) counts ON counts.target_id = own.id`,
  },
  key: sql`own.id`,
  scope: wholeBanca,
  filter: {
    state: (state) => sql`own.state = ${state}`,
    channel: (channel) => sql`own.channel = ${channel}`,
  },
  order: {
    created_at: sql`own.created_at`,
    version_code: sql`own.version_code`,
    filename: sql`own.filename`,
    bytes: sql`own.bytes`,
    state: sql`own.state`,
  },
  search: { plain: [sql`own.filename`, sql`own.version_name`] },
  toRow: (raw) => ({ ...raw, actions: actions[raw.state] }),
})

/** One version. @throws Problem `not_found` */
export const readVersion = readOne(versionList)

/**
 * One version, and where the rest of its file goes in the database; of one that comes up elsewhere only the store knows, which
 * is asked outside of a transaction (`whereItStands`). @throws Problem `not_found`
 */
export async function versionDetail(reader: Reader, id: number): Promise<UpdateDetail> {
  const row = await readVersion(reader, id)
  const stored = row.state === 'subiendo' && (await storedFile(reader.db, id))
  if (row.state !== 'subiendo' || stored) return { ...row, upload: null }
  const there = await reader.db.rows<{ part: number }>(
    sql`SELECT part FROM software_parts WHERE version_id = ${id} ORDER BY part`,
  )
  const { part_bytes } = softwareLimits
  return {
    ...row,
    upload: {
      method: 'POST',
      path: updates.part.path.replace(':id', String(id)).replace(/:part$/, ''),
      part_bytes,
      parts: Math.ceil(row.bytes / part_bytes),
      received: there.map(({ part }) => part),
      addresses: [],
      seconds: null,
    },
  }
}

/** Where the file of a version is, if in a store. */
const storedFile = (db: Executor, id: number): Promise<StoredFile | undefined> =>
  db.one<StoredFile>(
    sql`SELECT object_name, upload_id FROM software_versions WHERE id = ${id} AND object_name IS NOT NULL`,
  )

/** One version, and of its file what is there already, wherever. @throws Problem `not_found`, and what is the matter with the store */
export async function whereItStands(context: Context, id: number): Promise<UpdateDetail> {
  const detail = await versionDetail(context, id)
  const stored = detail.state === 'subiendo' && (await storedFile(context.db, id))
  if (!stored) return detail
  const objects = objectsOf(context)
  const there = (await whatIsThere(objects, stored, detail.bytes))?.there ?? []
  const upload = await addressesOf(objects, { ...stored, upload_id: null, there }, detail.bytes, undefined)
  return { ...detail, received: bytesOf(there, detail.bytes), upload }
}

export const softwareOffices = listing<typeof updates.offices, UpdateOfficeRow>(updates.offices, {
  from: sql`partners partner JOIN ${softwareTargets()} target ON target.office_id = partner.id
    LEFT JOIN partners father ON father.id = partner.father_id`,
  columns: sql`partner.id, partner.name, father.name AS father_name, target.channel, ${standingSql} AS standing,
    coalesce(nullif(target.version_name, ''), target.version_code::text) AS version_name, target.version_code,
    coalesce(nullif(target.target_name, ''), target.target_code::text) AS target_name, target.note, target.asked_at`,
  key: sql`partner.id`,
  ties: 'ascending',
  scope: (scope) => within(scope, sql`partner.id`),
  filter: {
    standing: (standing) => sql`${standingSql} = ${standing}`,
    channel: (channel) => sql`target.channel = ${channel}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      return under(partner_id, sql`partner.id`)
    },
  },
  order: {
    name: sql`partner.name`,
    father_name: sql`father.name`,
    version_code: sql`target.version_code`,
    asked_at: sql`target.asked_at`,
  },
  search: partnerSearch,
  named: { partner_id: (id) => nameById('partners', id) },
})
