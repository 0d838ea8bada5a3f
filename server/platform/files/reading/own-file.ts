/** Rows of a table of ours as of anybody's: what it says of itself below them is no row, and an amount is one column. */
import { currencies } from '@contract/values/currency.ts'
import { isFootNote } from '@contract/values/sheet-text.ts'
import type { SheetCell, SheetRow } from './cells.ts'

/** The titles of a table of ours stand in one of the first rows. */
const within = 20
const currencyTitle = 'Moneda'
const amountTitle = new RegExp(`^(.+) (${currencies.join('|')})$`)

/** Columns of one amount: where each currency has its own, the first of them leftmost. */
type Amount = Map<string, number>

interface Apart {
  currencyAt: number
  amounts: readonly Amount[]
  header: SheetCell[]
}

/** Whether a row is the titles of a workbook of ours that has amounts by currency. */
function apartIn(cells: readonly SheetCell[]): Apart | null {
  const currencyAt = cells.indexOf(currencyTitle)
  if (currencyAt < 0) return null
  const amounts = new Map<string, Amount>()
  for (const [at, cell] of cells.entries()) {
    const [, title, currency] = amountTitle.exec(String(cell)) ?? []
    if (title === undefined || currency === undefined) continue
    amounts.set(title, (amounts.get(title) ?? new Map<string, number>()).set(currency, at))
  }
  if (amounts.size === 0) return null
  const header = [...cells]
  for (const [title, places] of amounts) joined(header, places, title)
  return { currencyAt, amounts: [...amounts.values()], header }
}

/** Leaves in the first of some places what they all say, and nothing in the others. */
function joined(cells: SheetCell[], places: Amount, value: SheetCell): void {
  const [first, ...others] = [...places.values()]
  cells[first!] = value
  for (const at of others) if (at < cells.length) cells[at] = ''
}

/** A row with each amount where its title is. One that speaks of two currencies says both, and is nobody's number. */
function rowOf({ n, cells: given }: SheetRow, { currencyAt, amounts }: Apart): SheetRow {
  const cells = [...given]
  const own = String(given[currencyAt] ?? '')
  for (const places of amounts) {
    const said = [...places].flatMap(([currency, at]) => {
      const cell = given[at] ?? ''
      return cell === '' ? [] : [{ currency, cell }]
    })
    const [only] = said
    if (!only) continue
    while (cells.length <= Math.min(...places.values())) cells.push('')
    const isOwn = said.length === 1 && only.currency === own
    joined(cells, places, isOwn ? only.cell : said.map(({ currency, cell }) => `${cell} ${currency}`).join(' y '))
  }
  return { n, cells }
}

/** The rows of any table; of one of ours, as it would be written by somebody else. */
export async function* asAnyTable(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let apart: Apart | null = null
  for await (const row of rows) {
    if (isFootNote(row.cells)) continue
    if (apart) yield rowOf(row, apart)
    else {
      if (row.n <= within) apart = apartIn(row.cells)
      yield apart ? { n: row.n, cells: apart.header } : row
    }
  }
}
