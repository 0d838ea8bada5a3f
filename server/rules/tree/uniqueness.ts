/**
 * A partner's name is unique among its type, without case or accents; its code among all partners; its document among
 * its type, however it is written: a distributor and an agency of one owner may share it, two agencies may not.
 */
import { sql, type SQL } from 'drizzle-orm'
import { documentKey } from '@contract/partner-fields.ts'
import { partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { fold } from '@contract/values/text.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { documentLockSpace } from '../../platform/db/locks.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Identity {
  type: PartnerType
  name: string
  code: string
  /** Where it is set anew. */
  document?: string
  /** The partner being edited, which may keep what it has. */
  id?: number
}

/** Does a `partner` have one of these documents, as `documentKey` writes them? */
export const hasDocument = (keys: SQL) =>
  sql`partner.document <> '' AND regexp_replace(replace(partner.document, '-', ''), '^([A-Z]?)0+', '\\1') = ANY (${keys}::text[])`

/** Who takes a document waits for whoever takes the same one. */
export async function holdDocuments(db: Executor, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`
      SELECT pg_advisory_xact_lock(${documentLockSpace}, k)
      FROM (SELECT DISTINCT hashtext(d) AS k FROM unnest(${list(keys)}::text[]) AS d ORDER BY 1) held`,
  )
}

/** @throws Problem `name_taken`, `code_taken` or `document_taken`, on their field; all faults at once. */
export async function mustBeFree(db: Executor, { type, name, code, document = '', id }: Identity): Promise<void> {
  const key = documentKey(document)
  if (key) await holdDocuments(db, [key])
  const same = {
    name: sql`(partner.type = ${type} AND partner.name_key = ${fold(name)})`,
    code: sql`partner.code = ${code}`,
    document: key ? sql`(partner.type = ${type} AND ${hasDocument(list([key]))})` : sql`false`,
  }
  const rows = await db.rows<Record<keyof typeof same, boolean>>(sql`
    SELECT ${same.name} AS name, ${same.code} AS code, ${same.document} AS document FROM partners partner
    WHERE (${same.name} OR ${same.code} OR ${same.document}) AND partner.id <> ${id ?? 0}`)
  const faults = [
    ...(rows.some((row) => row.name) ? [taken('name')] : []),
    ...(rows.some((row) => row.code) ? [taken('code')] : []),
    ...(rows.some((row) => row.document) ? [documentTaken(type)] : []),
  ]
  const [first] = faults
  if (!first) return
  throw new Problem(first.code, { detail: first.detail, errors: faults.flatMap(({ errors }) => errors ?? []) })
}

function documentTaken(type: PartnerType): Problem {
  const one = `${type === 'distribuidor' ? 'un' : 'una'} ${partnerTypeLabels[type].toLowerCase()}`
  return Problem.on('document', 'document_taken', `Ya existe ${one} con ese documento`)
}

function taken(field: 'name' | 'code'): Problem {
  return field === 'name'
    ? Problem.on('name', 'name_taken', 'Ya existe un registro con ese nombre')
    : Problem.on('code', 'code_taken', 'Ya existe un registro con ese código')
}

/**
 * Runs a write of names and codes. Two people may pass `mustBeFree` at the same instant: the index
 * then refuses the second, which is told the same as if it had come later.
 */
export async function refusingNameConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'partners_type_name_key_key') throw taken('name')
    if (code === '23505' && constraint === 'partners_code_key') throw taken('code')
    throw error
  }
}
