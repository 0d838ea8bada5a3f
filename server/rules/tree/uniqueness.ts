/** A partner's name is unique among its type, without case or accents; its code among all partners. */
import { sql } from 'drizzle-orm'
import type { PartnerType } from '@contract/partners.ts'
import { fold } from '@contract/values/text.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Identity {
  type: PartnerType
  name: string
  code: string
  /** The partner being edited, which may keep what it has. */
  id?: number
}

/** @throws Problem `name_taken` or `code_taken`, on their field; both faults at once when both are. */
export async function mustBeFree(db: Executor, { type, name, code, id }: Identity): Promise<void> {
  const rows = await db.rows<{ name: boolean; code: boolean }>(sql`
    SELECT (type = ${type} AND name_key = ${fold(name)}) AS name, (code = ${code}) AS code FROM partners
    WHERE ((type = ${type} AND name_key = ${fold(name)}) OR code = ${code}) AND id <> ${id ?? 0}`)
  const faults = [
    ...(rows.some((row) => row.name) ? [taken('name')] : []),
    ...(rows.some((row) => row.code) ? [taken('code')] : []),
  ]
  const [first, second] = faults
  if (!first) return
  throw second
    ? new Problem(first.code, { detail: first.detail, errors: [...(first.errors ?? []), ...(second.errors ?? [])] })
    : first
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
export async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'partners_type_name_key_key') throw taken('name')
    if (code === '23505' && constraint === 'partners_code_key') throw taken('code')
    throw error
  }
}
