/** Builds the console once for all browser tests, before two of them could do so at the same time. */
import { ensureBuilt } from '../../server/build.mjs'

export default async (): Promise<void> => {
  await ensureBuilt(['console'])
}
