/** The same by what `key` says of each, in the order in which they come. */
export function groupBy<T>(all: readonly T[], key: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return [...groups.values()]
}
