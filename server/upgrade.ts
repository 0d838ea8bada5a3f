/** Brings a database to what this version needs: its tables, and figures that older versions kept in another way. */
import { migrate } from './migrations/migrate.ts'
import { settlePast } from './rules/settlement/past.ts'

/** Safe to run from several instances at once. `log` hears in Spanish what is waited for and what changed in the figures. */
export function upgrade(databaseUrl: string, log: (message: string) => void = console.log): Promise<void> {
  return migrate(databaseUrl, { log, follow: (pool) => settlePast(pool, log) })
}
