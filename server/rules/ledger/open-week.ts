/** Which days of the books a person may still write in. */
import type { BatchLine } from '@contract/entry-batch.ts'
import type { Tx } from '../../platform/db/connect.ts'

/**
 * No line lies in a closed week of anybody it names. Weeks are not closed yet, so nothing is refused: whoever closes them
 * says here which ones, by a `Problem` with a fault on the `day` of each line (`entries.3.day`).
 */
export async function mustBeOpenWeek(_tx: Tx, _lines: readonly BatchLine[]): Promise<void> {
  // Nothing is closed.
}
