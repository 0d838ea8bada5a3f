/** An instance of its own that does what waits of the clock's Mondays, as a process that a test may kill. */
import { Databases } from '../../server/platform/db/databases.ts'
import { workOn } from '../../server/platform/jobs/claimed.ts'
import { weeklyClose } from '../../server/rules/books/weekly.ts'

/** Names the database, for the process. */
export const mondaysUrl = 'MONDAYS_URL'

const url = process.env[mondaysUrl]
if (url) {
  const databases = new Databases([{ key: 'principal', url }])
  await workOn(weeklyClose, databases.main, new AbortController().signal)
  await databases.close()
}
