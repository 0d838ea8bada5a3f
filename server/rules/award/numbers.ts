/** Numbers of results, compared. */
import type { ResultNumber } from './winning.ts'

/** Are these the same numbers, whatever their order? */
export function sameNumbers(left: readonly ResultNumber[], right: readonly ResultNumber[]): boolean {
  const text = (numbers: readonly ResultNumber[]) =>
    numbers
      .map((one) => `${one.place}|${one.number}|${one.sign ?? ''}`)
      .sort()
      .join('\n')
  return text(left) === text(right)
}
