/**
 * Programs of their own that tests start, built once for a run as `npm start` has the server built: to load one from its
 * sources takes two seconds of a core, and some are killed and started again and again. Outside of such a run, as in a
 * bench, they are loaded from those.
 */
import { join } from 'node:path'
import { entryName } from '../../server/build.mjs'

/** How the workers, which are other processes, learn where they lie. */
export const programsVariable = 'SORTEO_TEST_PROGRAMS'

export const programs = [
  'server/commands/create-admin.ts',
  'server/dev.ts',
  'tests/support/errands.ts',
  'tests/support/server.ts',
  'tests/support/upgrade.ts',
] as const

/** What Node is given to start one. */
export function startOf(program: (typeof programs)[number]): string[] {
  const folder = process.env[programsVariable]
  return folder ? ['--enable-source-maps', join(folder, `${entryName(program)}.js`)] : ['--import', 'tsx', program]
}
