/** What the columns of a file of results are, and its lines as the server reads them. */
import type { ResultFileRow } from '@contract/result-file.ts'
import { signs } from '@contract/values/bet-numbers.ts'
import { isClerical, isNumbering } from '@contract/values/headings.ts'
import { fold } from '@contract/values/text.ts'
import { columnHeading, recognise, type ColumnKind, type Recognised } from '@/kit/files/columns.ts'
import {
  trimmedText as text,
  isDate,
  isTime,
  isWholeNumber,
  momentKinds,
  momentLabels,
  momentLacks,
  momentOf,
  wholeDates,
  type MomentField,
} from '@/kit/files/moments.ts'
import type { TableCell, Table } from '@/kit/files/tables.ts'

const placeFields = ['A', 'B', 'C', '1', '2', '3'] as const
type PlaceField = (typeof placeFields)[number]
export type ResultField = MomentField | 'product' | 'place' | 'number' | 'name' | 'digit' | 'sign' | PlaceField

export const resultFieldLabels: Record<ResultField, string> = {
  product: 'Producto',
  ...momentLabels,
  number: 'Número',
  name: 'Animal, otra vez',
  place: 'Columna o premio',
  digit: 'Una cifra del número',
  sign: 'Signo',
  A: 'Triple A',
  B: 'Triple B',
  C: 'Triple C',
  '1': '1.er premio',
  '2': '2.º premio',
  '3': '3.er premio',
}

const isSign = (cell: TableCell) =>
  /^\p{L}{3,}/u.test(text(cell)) && signs.some((sign) => fold(text(cell)).startsWith(sign.toLowerCase()))
const isNumber = (cell: TableCell) =>
  /^\d{1,4}$/.test(text(cell)) || /^\d{1,3}\s*[-–·.]?\s*\p{L}[\p{L} ]*$/u.test(text(cell))
/** A code or a name. */
const isAnimal = (cell: TableCell) => /^\d{1,3}$/.test(text(cell)) || (/^\D*\p{L}/u.test(text(cell)) && !isDate(cell))
const isPlace = (cell: TableCell) =>
  /^((triple|columna|premio) )?([abc]|[123](er|ro|do|º|°)?( premio)?)$/.test(fold(text(cell)))

const ordinals: Record<PlaceField, string> = {
  A: 'a',
  B: 'b',
  C: 'c',
  '1': '(1(er|ro|º|°|\\.º)?|primer|primero)',
  '2': '(2(do|º|°|\\.º)?|segundo)',
  '3': '(3(er|ro|º|°|\\.º)?|tercer|tercero)',
}

/** What numbers the paper or the draw, or tells what a clerk did, is no winning number. */
const unless = (heading: string) => isNumbering(heading) || isClerical(heading)

/** From the hardest to mistake to what is left. `products` are names and codes, folded. */
function kindsOf(products: ReadonlySet<string>): ColumnKind<ResultField>[] {
  return [
    {
      field: 'digit',
      header: /^(c|d|n|num|numero|digito|cifra|bola|col|columna|p)?[ ._-]?[1-4]$/,
      allows: isWholeNumber(0, 9),
      many: true,
      unless,
    },
    ...momentKinds,
    ...placeFields.map(
      (field): ColumnKind<ResultField> => ({
        field,
        header: new RegExp(
          `^(triple |columna |col |premio |numero |num |n |lugar |resultado )?${ordinals[field]}( premio| lugar)?$`,
        ),
        allows: (cell) => /^\d/.test(text(cell)),
        unless,
      }),
    ),
    { field: 'sign', header: /^(signo|zodiaco|zodiacal|sign)\b/, allows: isSign, tells: isSign },
    { field: 'place', header: /^(columna|col|lugar|premio|posicion|place|letra|serie|triple)\b/, allows: isPlace },
    {
      field: 'number',
      header: /^(numero|nro|num|resultado|animal|animalito|ganador|number|result|triple|premio|salio|cifra)\b/,
      allows: (cell) => !isTime(cell) && !isDate(cell),
      unless,
    },
    {
      field: 'product',
      header: /^(producto|loteria|juego|sorteo|product|lottery|game)\b/,
      allows: (cell) => !isTime(cell) && !isDate(cell) && /\p{L}/u.test(text(cell)),
      tells: (cell) => products.has(fold(text(cell))),
    },
    // Whatever is left and looks like numbers.
    { field: 'number', header: /^(?!)/, allows: isNumber, tells: isNumber, unless },
    // Whichever of them came first is the number: both are read.
    {
      field: 'name',
      header: /^(animal|animalito|nombre|simbolo|figura|codigo|cod|numero|nro|num|resultado|ganador|number|result)\b/,
      allows: (cell) => isAnimal(cell) && !products.has(fold(text(cell))),
      unless,
    },
    { field: 'place', header: /^(?!)/, allows: isPlace, tells: isPlace },
  ]
}

/** How a table is read: what its columns are, and what holds for all of its lines. */
export interface TableReading extends Recognised<ResultField> {
  /** Of every line, where no column says it. */
  product: string | null
  /** An empty day, hour or product is the one of the line above: said by a person, who is asked where there are some. */
  repeats: boolean
}

/** What can be seen in a table. `names` are the products' names and codes. */
export function tableReading(table: Table, names: readonly string[]): TableReading {
  const products = new Set(names.map(fold))
  const found = recognise(table.rows, kindsOf(products))
  const fields = pieces(found.fields)
  const titles = [table.name, ...table.rows.slice(0, found.first).flatMap(({ cells }) => cells.map(text))].map(fold)
  const named = fields.includes('product')
    ? null
    : names
        .filter((name) => titles.some((title) => ` ${title} `.includes(` ${fold(name)} `)))
        .sort((left, right) => right.length - left.length)[0]
  // A product that only a title names is asked about.
  const reading = { ...found, fields, product: named ?? null, repeats: false }
  const isSure = found.sure && fields.includes('product') && gapsIn(table, reading).length === 0
  return { ...reading, sure: isSure }
}

/** Day, month and year are a date only together, one cipher alone is no number, and an animal alone is one. */
function pieces(fields: readonly (ResultField | null)[]): (ResultField | null)[] {
  const digits = fields.filter((field) => field === 'digit').length
  const whole = wholeDates(fields).map((field) => (field === 'digit' && digits < 2 ? null : field))
  const has = (...some: readonly ResultField[]) => whole.some((field) => field !== null && some.includes(field))
  // An animal that nothing is beside is the number itself.
  return has('number', 'digit', ...placeFields) ? whole : whole.map((field) => (field === 'name' ? 'number' : field))
}

/** What is still to be said before the lines can be read, in words. */
export function missingFieldsText({ fields, product }: TableReading): string[] {
  const ways = [
    fields.includes('number'),
    fields.includes('digit'),
    placeFields.some((field) => fields.includes(field)),
  ].filter(Boolean).length
  return [
    ...(fields.includes('product') || product ? [] : ['el producto']),
    ...momentLacks(fields),
    ...(ways === 1 ? [] : [ways === 0 ? 'el número' : 'cuáles de las columnas son el número']),
  ]
}

/** Cells of columns that are not used and may name an animal all the same. */
const mostBeside = 5
const isWord = (word: string) => word.length <= 40 && /\p{L}{2,}/u.test(word) && !isDate(word) && !isTime(word)

export interface ResultRows {
  rows: ResultFileRow[]
  /** The line of the file of each of them. */
  lines: number[]
  /** Lines that are no results: headers again, titles, totals. */
  skipped: number
}

const isFilled = (cell: TableCell | undefined) => text(cell) !== ''
/** Pages and hours are counted on. */
const lineKey = (cells: readonly TableCell[]) => cells.map((cell) => fold(text(cell)).replace(/\d+/g, '0')).join('\t')
const total = /^(sub ?-?total(es)?|total(es)?|gran total)\b/

/** Lines of a table that are none of its results: what stands above it again, a title, a total. */
function otherLines(
  { rows }: Table,
  { fields, header, first }: TableReading,
): (cells: readonly TableCell[]) => boolean {
  const above = new Set(rows.slice(0, first).map(({ cells }) => lineKey(cells)))
  const isHeader = (cells: readonly TableCell[]) =>
    header !== null &&
    cells.every((cell, at) => !isFilled(cell) || fold(text(cell)) === fold(columnHeading(rows, header, at)))
  const numbers = fields.flatMap((field, at) => (field !== null && holdsNumbers.has(field) ? [at] : []))
  return (cells) => {
    const filled = cells.filter(isFilled)
    // A result has its number; all else of it may stand above.
    const isBare = !numbers.some((at) => isFilled(cells[at]))
    return (
      isHeader(cells) ||
      (filled.length === 1 && isBare) ||
      total.test(fold(text(filled[0]))) ||
      above.has(lineKey(cells))
    )
  }
}
const holdsNumbers: ReadonlySet<ResultField> = new Set(['number', 'name', 'digit', ...placeFields])

const repeated = ['product', 'day', 'date', 'month', 'year', 'time'] as const

/** Which columns have cells that are empty below one that is not, in words: they may be meant to be the same. */
export function gapsIn(table: Table, reading: TableReading): string[] {
  const isOther = otherLines(table, reading)
  const lines = table.rows.slice(reading.first).filter(({ cells }) => !isOther(cells))
  return repeated.flatMap((field) => {
    const at = reading.fields.indexOf(field)
    if (at < 0) return []
    const from = lines.findIndex(({ cells }) => isFilled(cells[at]))
    return from >= 0 && lines.slice(from).some(({ cells }) => !isFilled(cells[at])) ? [resultFieldLabels[field]] : []
  })
}

/** The lines as the server reads them: one for each number. */
export function toRows(table: Table, reading: TableReading): ResultRows {
  const { fields, first, product } = reading
  const at = new Map(fields.flatMap((field, index) => (field === null ? [] : [[field, index] as const])))
  const digits = fields.flatMap((field, index) => (field === 'digit' ? [index] : []))
  const places = placeFields.filter((field) => at.has(field))
  const unsaid = fields.flatMap((field, index) => (field === null ? [index] : []))
  const isOther = otherLines(table, reading)
  // Text has no numbers: its zeros may be lost as those of a sheet's numbers are.
  const figure = (cell: TableCell) => (table.separator !== null && cell === '0' ? 0 : cell)
  const read: ResultRows = { rows: [], lines: [], skipped: 0 }
  const above = new Map<ResultField, TableCell>()
  for (const { line, cells } of table.rows.slice(first)) {
    if (isOther(cells)) {
      read.skipped += 1
      continue
    }
    const cell = (field: ResultField): TableCell => {
      const own = at.has(field) ? (cells[at.get(field)!] ?? null) : null
      if (!reading.repeats || !(repeated as readonly ResultField[]).includes(field)) return own
      if (isFilled(own)) above.set(field, own)
      return isFilled(own) ? own : (above.get(field) ?? null)
    }
    const common = {
      product: at.has('product') ? text(cell('product')) : (product ?? ''),
      ...momentOf(cell),
      sign: text(cell('sign')),
    }
    const name = figure(cell('name')) ?? ''
    const beside = unsaid.map((index) => text(cells[index] ?? null)).filter((word) => isWord(word))
    const again = { ...(name !== '' && { name }), ...(beside.length > 0 && { beside: beside.slice(0, mostBeside) }) }
    for (const { place, number } of numbersOf(cells, cell, digits, places)) {
      read.rows.push({ ...common, place, number: places.length > 0 ? number : (figure(number) ?? ''), ...again })
      read.lines.push(line)
    }
  }
  return read
}

function numbersOf(
  cells: readonly TableCell[],
  cell: (field: ResultField) => TableCell,
  digits: readonly number[],
  places: readonly PlaceField[],
): { place: string; number: string | number }[] {
  // An empty cell shows as `?`: without it another number would be left.
  if (digits.length > 0)
    return [{ place: text(cell('place')), number: digits.map((at) => text(cells[at] ?? null) || '?').join('') }]
  if (places.length === 0) {
    const number = cell('number')
    return [{ place: text(cell('place')), number: typeof number === 'number' ? number : text(number) }]
  }
  const written = places.filter((place) => text(cell(place)) !== '')
  return (written.length > 0 ? written : places.slice(0, 1)).map((place) => {
    const number = cell(place)
    return { place, number: typeof number === 'number' ? number : text(number) }
  })
}

/**
 * The rows once a person said what a doubtful number of one draw is. Its other numbers stay: of several
 * lines only those change that are this number without its zeros. A sign beside the number stays with it.
 */
export function rowsWithNumber(
  rows: readonly ResultFileRow[],
  lines: readonly number[],
  number: string,
): ResultFileRow[] {
  const bare = (digits: string) => digits.replace(/^0+(?=\d)/, '')
  const alike = new Set(lines.map((at) => `${rows[at]?.number} ${rows[at]?.name}`)).size === 1
  return rows.map(({ name, beside, ...row }, at) => {
    const again = { ...(name !== undefined && { name }), ...(beside && { beside }) }
    if (!lines.includes(at)) return { ...row, ...again }
    // What a person says of an animal is said for all of its cells.
    if (lines.length === 1 || (alike && (name ?? beside) !== undefined)) return { ...row, number }
    const [, digits, sign = ''] = /^(\d+)(\s+\p{L}+)?$/u.exec(String(row.number)) ?? []
    return digits !== undefined && bare(digits) === bare(number)
      ? { ...row, number: number + sign }
      : { ...row, ...again }
  })
}
