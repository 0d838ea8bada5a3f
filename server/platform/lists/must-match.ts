/** What is done to all rows of a filter is done to those that were on the screen, or to none. */
import { Problem } from '../http/problem.ts'

/** @throws Problem `matched_rows_changed` with how many rows match now in `matched` */
export function mustMatch(matched: number, expected: number): void {
  if (matched !== expected) throw new Problem('matched_rows_changed', { extra: { matched } })
}
