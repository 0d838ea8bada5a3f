/** Gives up files that nobody ended sending, days after somebody last went on with them. */
import { sql } from 'drizzle-orm'
import { softwareLimits } from '@contract/software.ts'
import type { Executor } from '../../platform/db/connect.ts'

export async function sweepUploads(db: Executor): Promise<void> {
  await db.run(sql`
    DELETE FROM software_versions
    WHERE state = 'subiendo' AND updated_at < now() - make_interval(days => ${softwareLimits.waiting_days})`)
}
