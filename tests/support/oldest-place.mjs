/**
 * Where the oldest PostgreSQL that the product promises to run on comes from: Debian's package, which installs several
 * versions side by side. Where there is none its tests are not run, and it is said.
 */
import { existsSync } from 'node:fs'

export const oldestVersion = 15
/** How a run is told to start that one as its test server, whatever TEST_DATABASE_URL says. */
export const oldestVariable = 'TEST_OLDEST_POSTGRES'

/** The folder of its programs, or undefined where it is not installed. @returns {string | undefined} */
export function oldestPrograms() {
  const folder = `/usr/lib/postgresql/${oldestVersion}/bin`
  return existsSync(`${folder}/postgres`) ? folder : undefined
}
