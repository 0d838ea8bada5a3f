/** Numbers of results, compared. */
import type { PlacedNumber } from './winning.ts'

/** Are these the same numbers, whatever their order? */
export function sameNumbers(left: readonly PlacedNumber[], right: readonly PlacedNumber[]): boolean {
  const text = (numbers: readonly PlacedNumber[]) =>
    numbers
      .map((one) => `${one.place}|${one.number}|${one.sign ?? ''}`)
      .sort()
      .join('\n')
  return text(left) === text(right)
}
