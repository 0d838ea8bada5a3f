/** Brings a database to what this version needs: its tables, and figures that older versions kept in another way. */
import type { Pool } from './platform/db/connect.ts'
import { migrate } from './migrations/migrate.ts'
import { renumberBooks } from './rules/books/elsewhere.ts'
import { openPast } from './rules/books/past.ts'
import { placePrizes } from './rules/award/past.ts'
import { roundPast } from './rules/rounding/past.ts'
import { settlePast } from './rules/settlement/past.ts'

/** Safe to run from several instances at once. `log` hears in Spanish what is waited for and what changed in the figures. */
export function upgrade(databaseUrl: string, log: (message: string) => void = console.log): Promise<void> {
  const follow = async (pool: Pool) => {
    await settlePast(pool, log)
    await placePrizes(pool, log)
    await openPast(pool, log)
    await renumberBooks(pool, log)
    await roundPast(pool, log)
  }
  return migrate(databaseUrl, { log, follow })
}
