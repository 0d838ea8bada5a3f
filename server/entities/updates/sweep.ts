/** Gives up files that nobody ended sending, days after somebody last went on with them, and lets the store go of what is left. */
import { sql } from 'drizzle-orm'
import { softwareLimits } from '@contract/software.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import { discardNow, giveUp } from './stored.ts'

/** Of one sweep; more wait for the next. */
const most = 200

/** @throws Problem `store_away`, `store_refused`: what is left is let go of another time */
export async function sweepUploads(db: Executor, objects: ObjectStore | null): Promise<void> {
  await giveUp(
    db,
    sql`state = 'subiendo' AND updated_at < now() - make_interval(days => ${softwareLimits.waiting_days})`,
  )
  if (!objects) return
  const due = await db.rows<{ object_name: string }>(sql`
    SELECT object_name FROM software_leftovers WHERE due_at <= now() ORDER BY due_at LIMIT ${most}`)
  for (const { object_name } of due) await discardNow(db, objects, object_name)
}
