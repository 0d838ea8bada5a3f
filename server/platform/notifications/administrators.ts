/** Telling the banca's administrators what happens around users and what somebody was refused. */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import { list, type Executor } from '../db/connect.ts'
import { notify, type NewNotification } from './notify.ts'

/** Tells all of them but whoever did it. Answers how many had not been told yet. */
export function notifyAdministrators(
  db: Executor,
  notification: Omit<NewNotification, 'kind'>,
  doer_id: number | null,
): Promise<number> {
  return notify(
    db,
    sql`
      SELECT u.id
      FROM users u
      WHERE u.role = ANY (${list(rules.banca.roles)}::user_role[]) AND u.status = 'activo'
        AND u.id IS DISTINCT FROM ${doer_id}::int`,
    { ...notification, kind: 'usuario' },
  )
}
