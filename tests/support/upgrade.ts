/** An upgrade as a process of its own, for tests that kill it: to the version whose migrations lie in MIGRATIONS. */
import { migrate } from '../../server/migrations/migrate.ts'

const { DATABASE_URL: url, MIGRATIONS: folder } = process.env
if (!url || !folder) throw new Error('DATABASE_URL or MIGRATIONS is missing')
await migrate(url, { folder })
