/** Whether two values say the same, for what Refine compares: what JSON can hold, and dates. */
export default function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  if (one instanceof Date || other instanceof Date)
    return one instanceof Date && other instanceof Date && Object.is(one.getTime(), other.getTime())
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key as never], other[key as never]))
  )
}
