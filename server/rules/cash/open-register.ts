/**
 * The open register of an office. Whoever writes a movement into it shares its row until that is through; whoever sends it
 * has it alone: nothing slips in once it was counted, and nobody who sells waits.
 */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

interface OpenRegister {
  id: number
  office_id: number
  /** Its business day, which may be before today where nobody sent it. */
  day: string
}

/** @throws Problem `register_not_open` */
export async function shareOpenRegister(tx: Tx, office_id: number): Promise<OpenRegister> {
  const open = await tx.one<OpenRegister>(sql`
    SELECT id, office_id, day::text AS day FROM cash_registers WHERE office_id = ${office_id} AND state = 'abierta' FOR SHARE`)
  if (!open) throw new Problem('register_not_open')
  return open
}
