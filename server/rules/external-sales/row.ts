/** One line of a file of another system's sales, read by that system's format. Pure: what names mean is not known here. */
import { externalLimits, type ExternalField } from '@contract/external-file.ts'
import { currenciesOfHeading } from '@contract/external-headings.ts'
import { takeApart, type NumberStyle } from '@contract/values/amount-text.ts'
import { centsFault, currencyFault, readCurrency, type Currency } from '@contract/values/currency.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { hasCents } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { dayOfSheetNumber, readDay, readWrittenAmount, splitMoment, type DayOrder } from '@contract/values/reading.ts'
import type { SheetCell } from '../../platform/files/reading/cells.ts'
import { cleanName, longestName, type Columns } from './columns.ts'
import { isTotal } from './totals.ts'

export interface RowFormat {
  number_style: NumberStyle
  day_order: DayOrder
  /** Days of the file tell both orders: one that reads by both is no day that anybody knows. */
  contradict?: boolean
  /** Of a file without the column. */
  currency: Currency | null
  day: string | null
  today: string
  from_1904: boolean
}

export interface ReadRow {
  state: 'leida' | 'ignorada' | 'falla'
  /** Why it is left out or cannot be read, in words. */
  note: string
  day: string | null
  agency: string | null
  /** What the file itself calls the agency whose code it has. */
  agency_label: string | null
  product: string | null
  product_label: string | null
  currency: Currency | null
  sold: string | null
  prizes: string | null
  commission: string | null
}

const nothing = {
  day: null,
  agency: null,
  agency_label: null,
  product: null,
  product_label: null,
  currency: null,
  sold: null,
  prizes: null,
  commission: null,
}
/** Days between the two ways a spreadsheet counts. */
const days_1904 = 1_462

/** What is known of a file while its lines are read. */
export interface Around {
  names: readonly string[]
  /** Lines above the table, as `lineKey` has them: a printer writes them again on each page. */
  above: ReadonlySet<string>
  /** Names of agencies and products that stood in lines before, folded. */
  seen: ReadonlySet<string>
}

class Fault extends Error {}

/** Reads a line. A total, a header repeated on a new page and a footer are no sales and say so. */
export function readRow(
  cells: readonly SheetCell[],
  columns: Columns,
  { names, above, seen }: Around,
  format: RowFormat,
): ReadRow {
  const at = (field: ExternalField): SheetCell => {
    const place = columns.at[field]
    return place === undefined ? '' : (cells[place] ?? '')
  }
  const has = (field: ExternalField) => columns.at[field] !== undefined
  const ignored = isTotal(cells, columns, seen) ? totalNote : whatIsIgnored(cells, columns, names, above)
  if (ignored) return { ...nothing, state: 'ignorada', note: ignored }
  if (columns.missing.length > 0) return { ...nothing, state: 'falla', note: 'Faltan columnas' }
  const read: ReadRow = { ...nothing, state: 'leida', note: '' }
  const faults: string[] = []
  const take = <K extends keyof typeof nothing>(field: K, value: () => ReadRow[K]) => {
    try {
      read[field] = value()
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault
      faults.push(fault.message)
    }
  }
  take('day', () => (has('day') ? dayIn(at('day'), format) : format.day))
  take('agency', () => nameIn(at('agency'), 'la agencia'))
  if (has('product')) take('product', () => nameIn(at('product'), 'el producto'))
  for (const label of ['agency_label', 'product_label'] as const)
    read[label] = cleanName(at(label)).slice(0, longestName) || null
  take('currency', () => currencyIn(at('currency'), format.currency))
  const amounts = (field: ExternalField) => ({
    style: format.number_style,
    of: read.currency,
    heading: names[columns.at[field] ?? -1] ?? '',
  })
  take('sold', () => inCoins(amountIn(at('sold'), 'Ventas', amounts('sold'), true), 'Ventas', read.currency))
  take('prizes', () => inCoins(amountIn(at('prizes'), 'Premios', amounts('prizes'), false), 'Premios', read.currency))
  take('commission', () => amountIn(at('commission'), 'Comisión', amounts('commission'), false))
  return faults.length > 0 ? { ...read, state: 'falla', note: faults.join('. ') } : read
}

export const totalNote = 'Fila de totales'

/** A line as it is compared with those above the table: pages and hours are counted on. */
export const lineKey = (cells: readonly SheetCell[]) =>
  cells
    .map((cell) => fold(String(cell)).replace(/\d+/g, '0'))
    .join('\t')
    .trim()

/** Why a line is no sale, or nothing. */
function whatIsIgnored(
  cells: readonly SheetCell[],
  { at }: Columns,
  names: readonly string[],
  above: ReadonlySet<string>,
): string | undefined {
  const filled = cells.filter((cell) => cell !== '')
  const sold = at.sold === undefined ? '' : (cells[at.sold] ?? '')
  const isHeader = cells.every((cell, place) => cell === '' || fold(String(cell)) === fold(names[place] ?? ''))
  if (isHeader) return 'Encabezado repetido'
  if (!/^[^a-z]*\d/i.test(String(sold)) && above.has(lineKey(cells))) return 'Encabezado repetido'
  if (filled.length === 1 && typeof filled[0] === 'string' && sold === '') return 'Texto fuera de la tabla'
  return undefined
}

function dayIn(cell: SheetCell, { day_order, contradict, today, from_1904 }: RowFormat): string {
  if (cell === '') throw new Fault('Falta la fecha')
  const serial = typeof cell === 'number' ? cell : /^\d{5}(\.\d+)?$/.test(cell) ? Number(cell) : null
  const day =
    serial === null
      ? readDay(splitMoment(String(cell)).day, day_order)
      : dayOfSheetNumber(serial + (from_1904 ? days_1904 : 0))
  if (contradict && serial === null && readsTwice(splitMoment(String(cell)).day))
    throw new Fault(
      `Unas fechas del archivo van día/mes y otras mes/día: no se sabe cuál es ${String(cell).slice(0, 30)}`,
    )
  if (day === null) throw new Fault(`No es una fecha: ${String(cell).slice(0, 30)}`)
  if (day > today) throw new Fault(`El ${formatDay(day)} aún no llega`)
  if (day < addDays(today, -externalLimits.days_back))
    throw new Fault(`El ${formatDay(day)} está a más de ${externalLimits.days_back} días`)
  return day
}

/** Is it two days, one by each order? */
function readsTwice(text: string): boolean {
  const [dmy, mdy] = [readDay(text, 'dmy'), readDay(text, 'mdy')]
  return dmy !== null && mdy !== null && dmy !== mdy
}

function nameIn(cell: SheetCell, what: string): string {
  const name = cleanName(cell)
  if (name === '') throw new Fault(`Falta ${what}`)
  if (name.length > longestName) throw new Fault(`El nombre de ${what} es demasiado largo`)
  return name
}

function currencyIn(cell: SheetCell, usual: Currency | null): Currency {
  if (cell === '') {
    if (usual === null) throw new Fault('Falta la moneda')
    return usual
  }
  const read = readCurrency(String(cell))
  if (read === null) throw new Fault(`Moneda desconocida: ${String(cell).slice(0, 30)}`)
  return read
}

interface AmountFormat {
  style: NumberStyle
  /** The line's currency; null where it is a fault itself. */
  of: Currency | null
  /** What its column is called. */
  heading: string
}

/** Nobody stakes or is paid what there are no coins for. */
function inCoins(amount: string, title: string, of: Currency | null): string {
  if (of !== null && hasCents(amount, of)) throw new Fault(`${title}: ${centsFault(of).toLowerCase()}`)
  return amount
}

/** What an amount, or its column, says of its currency is the line's, or its fault. */
function amountIn(cell: SheetCell, title: string, { style, of, heading }: AmountFormat, needed: boolean): string {
  if (cell === '') {
    if (needed) throw new Fault(`${title}: falta el monto`)
    return '0.00'
  }
  const meant = currenciesOfHeading(heading)
  if (of !== null && meant.length > 0 && !meant.includes(of))
    throw new Fault(`${title}: la columna «${heading.slice(0, 30)}» ${currencyFault(meant, of)}`)
  const amount = readWrittenAmount(cell, style, of)
  if (amount === null) {
    const written = `${title}: «${String(cell).slice(0, 30)}»`
    const said = readWrittenAmount(cell, style, null) === null ? null : takeApart(String(cell))?.currencies
    if (said) throw new Fault(`${written} ${currencyFault(said, of)}`)
    throw new Fault(`${written} no es un monto como ${style === 'es-VE' ? '1.234,56' : '1,234.56'}`)
  }
  if (amount.startsWith('-')) throw new Fault(`${title}: monto negativo`)
  return amount
}
