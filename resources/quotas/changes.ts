/** Edits of a sheet as the list of changes shows them. */
import type { Effect } from '@/kit/page/confirm.tsx'
import { valueText, type Edits } from '@/kit/grid/edits.ts'

export function changesOf<Data>(edits: Edits<Data>): Effect[] {
  return [...edits.values()].map(({ cell, value }) => ({
    label: cell.label,
    before: valueText(cell, cell.own),
    after: valueText(cell, value),
  }))
}
