/**
 * Columns of a table and how each person likes them: order, which are shown, pinned side, width and
 * density. Kept per user and table in this browser, because it is a taste and not a fact.
 */
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ownKey, type Owner } from '../page/own-key.ts'

export interface Column<Row> {
  /** The row's field, or a name of its own when `render` makes the cell. Also the `sort` key. */
  key: string
  /** By default the title that the contract gives the field. */
  title?: string
  render?: (row: Row) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** The server can sort by this key. */
  sortable?: boolean
  /** First press sorts from the largest: for amounts and dates. */
  descend_first?: boolean
  /** Pixels. Without it the column takes what its content needs. */
  width?: number
  pinned?: 'left' | 'right'
  /** Offered in the chooser, not shown until chosen. */
  optional?: boolean
  /** Always shown: the column that names the row. */
  fixed?: boolean
}

export const densities = ['comoda', 'media', 'compacta'] as const
export type Density = (typeof densities)[number]
export const densityLabels: Record<Density, string> = { comoda: 'Cómoda', media: 'Media', compacta: 'Compacta' }

const preferences = z.object({
  order: z.array(z.string()).default([]),
  shown: z.record(z.string(), z.boolean()).default({}),
  pinned: z.record(z.string(), z.enum(['left', 'right', 'none'])).default({}),
  widths: z.record(z.string(), z.number().min(60).max(800)).default({}),
  density: z.enum(densities).default('compacta'),
})
export type TablePreferences = z.output<typeof preferences>

export const defaultPreferences: TablePreferences = preferences.parse({})

/** This user's preferences for a table. Anything unreadable is as if nothing had been chosen. */
export function readPreferences(owner: Owner, table: string): TablePreferences {
  try {
    const parsed = preferences.safeParse(JSON.parse(localStorage.getItem(ownKey('table', owner, table)) ?? '{}'))
    return parsed.success ? parsed.data : defaultPreferences
  } catch {
    return defaultPreferences
  }
}

/** Keeps them; the defaults leave nothing behind, so a reset really resets. */
export function keepPreferences(owner: Owner, table: string, chosen: TablePreferences): void {
  try {
    if (JSON.stringify(chosen) === JSON.stringify(defaultPreferences))
      localStorage.removeItem(ownKey('table', owner, table))
    else localStorage.setItem(ownKey('table', owner, table), JSON.stringify(chosen))
  } catch {
    return
  }
}

export function isShown<Row>(column: Column<Row>, chosen: TablePreferences): boolean {
  return column.fixed === true || (chosen.shown[column.key] ?? !column.optional)
}

export function pinnedSide<Row>(column: Column<Row>, chosen: TablePreferences): 'left' | 'right' | undefined {
  const side = chosen.pinned[column.key] ?? column.pinned
  return side === 'none' ? undefined : side
}

/** All columns in this person's order. A column that is newer than the preference keeps its place after its neighbour. */
export function orderColumns<Row>(columns: readonly Column<Row>[], chosen: TablePreferences): Column<Row>[] {
  const ordered = chosen.order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  for (const [index, column] of columns.entries()) {
    if (ordered.includes(column)) continue
    const before = columns[index - 1]
    ordered.splice(before ? ordered.indexOf(before) + 1 : 0, 0, column)
  }
  return ordered
}

/** The columns to draw: shown ones, in order, those pinned left first and those pinned right last. */
export function visibleColumns<Row>(columns: readonly Column<Row>[], chosen: TablePreferences): Column<Row>[] {
  const rank = { left: 0, none: 1, right: 2 }
  return orderColumns(columns, chosen)
    .filter((column) => isShown(column, chosen))
    .map((column) => ({
      ...column,
      pinned: pinnedSide(column, chosen),
      width: chosen.widths[column.key] ?? column.width,
    }))
    .sort((one, other) => rank[one.pinned ?? 'none'] - rank[other.pinned ?? 'none'])
}

/**
 * Preferences after moving a column one place up (-1) or down (1), the same ones where there is no place to go. A column
 * that is shown goes past the next one that is: what nobody sees, and what is pinned to another side, changes no table.
 */
export function moveColumn<Row>(
  columns: readonly Column<Row>[],
  chosen: TablePreferences,
  key: string,
  step: -1 | 1,
): TablePreferences {
  const ordered = orderColumns(columns, chosen)
  const from = ordered.findIndex((column) => column.key === key)
  const moved = ordered[from]
  if (!moved) return chosen
  const counts = (other: Column<Row>) =>
    !isShown(moved, chosen) || (isShown(other, chosen) && pinnedSide(other, chosen) === pinnedSide(moved, chosen))
  const ahead = step === 1 ? ordered.slice(from + 1) : ordered.slice(0, from).toReversed()
  const passed = ahead.find(counts)
  if (!passed) return chosen
  const to = ordered.indexOf(passed)
  ordered.splice(to, 0, ...ordered.splice(from, 1))
  return { ...chosen, order: ordered.map((column) => column.key) }
}
