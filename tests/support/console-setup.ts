/** Builds the console once for all browser tests, before two of them could do so at the same time. */
import { ensureBuilt } from '../../server/build.mjs'

export default (): Promise<void> => ensureBuilt(['console'])
