/** The rows of the list or sheet that is on the screen, for whoever comes by keyboard and wants none of what stands above them. */

/** The active cell of a sheet, the rows of a list or its cards, and what another list of a screen marks as its rows. */
const rows = [
  '[role="grid"] [tabindex="0"]',
  '.data-table .ant-table-row:not(.data-table-hidden-totals)',
  '.data-table-card:not(.data-table-totals, .data-table-card-skeleton)',
  '[data-rows] [tabindex="0"]',
].join()

const firstRow = () => document.querySelector<HTMLElement>(`main :is(${rows})`)

export const hasRows = (): boolean => firstRow() !== null

/** To what opens the first row, or to the row itself where nothing does. */
export function focusRows(): void {
  const row = firstRow()
  const opener = row?.matches('[tabindex="0"]') ? row : row?.querySelector<HTMLElement>('a[href], button:enabled')
  if (!opener && row) row.tabIndex = -1
  const target = opener ?? row
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}
