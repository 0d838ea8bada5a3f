/**
 * A file of results, read: its lines put together into draws, whatever their order and however often each of
 * them comes, and what may be done with each draw. Nothing here asks the database.
 */
import type { ResultNumber } from '@contract/draws.ts'
import { mostDaysBack, type FileState, type ResultFileRow, type SentRow } from '@contract/result-file.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { DayOrders, readMoment, splitMoment, type DayOrder } from '@contract/values/reading.ts'
import { sameNumbers } from '../award/numbers.ts'
import type { BulkDraw, BulkProduct, ProductDay, WantedDraw } from './catalogue.ts'
import { quoted, readNumber, readPlace, type Parsed } from './read.ts'

/** Lines of one draw, as far as they could be read. */
export interface ReadDraw {
  rows: number[]
  product: BulkProduct | undefined
  /** As the first line has them. */
  written: { product: string; day: string; time: string }
  day: string | null
  time: string | null
  /** Its day is one by each order, and the file has both. */
  isTwo: boolean
  /** Hours at which its product draws on that day, where the line says none. */
  hours: string[]
  numbers: ResultNumber[]
  unclear: Extract<Parsed<unknown>, { note: string }>[]
  /** Lines that say again what another one said. */
  repeated: number
}

function plain(sent: SentRow): ResultFileRow {
  const text = (value: string | number | null) => String(value ?? '').trim()
  const figure = (value: string | number | null) => (typeof value === 'number' ? value : text(value))
  const { product, day, time, place, number, sign, name = '', beside = [] } = sent
  return {
    product: text(product),
    day: text(day),
    time: text(time),
    place: text(place),
    number: figure(number),
    sign: text(sign),
    name: figure(name),
    beside: beside.map(text),
  }
}

/** How the days of a file are read. */
export interface FileDays {
  order: DayOrder
  /** Its days tell both orders, and nobody said which: one that reads by both is none. */
  contradict: boolean
}

/** What its own days tell goes before what is said of them. */
export function daysOfFile(rows: readonly SentRow[], said: DayOrder | undefined): FileDays {
  const orders = new DayOrders()
  for (const { day } of rows) orders.add(splitMoment(String(day ?? '')).day)
  return { order: orders.order ?? said ?? 'dmy', contradict: orders.contradict && said === undefined }
}

/** A file as it is read against the banca's products. */
export interface SentFile {
  rows: readonly SentRow[]
  products: ReadonlyMap<string, BulkProduct>
  days: FileDays
}

/** A line's product and moment, as far as they are clear. */
function placed(row: ResultFileRow, { products, days }: SentFile) {
  const product = products.get(fold(row.product))
  const moment = readMoment(row.day, row.time, product?.zone ?? 'UTC', days.order)
  const other = days.contradict ? readMoment(row.day, row.time, product?.zone ?? 'UTC', 'mdy').day : moment.day
  const isTwo = other !== null && moment.day !== null && other !== moment.day
  const isOpen = row.time === '' && splitMoment(row.day).time === '' && moment.time === null
  return { product, day: isTwo ? null : moment.day, time: moment.time, isTwo, isOpen }
}

/** Product and day of the lines that say no hour: one that is drawn once needs none. */
export function withoutHour(file: SentFile): ProductDay[] {
  const days = new Map<string, ProductDay>()
  for (const sent of file.rows) {
    const { product, day, isOpen } = placed(plain(sent), file)
    if (product && day && isOpen) days.set(`${product.id} ${day}`, { product_id: product.id, day })
  }
  return [...days.values()]
}

/**
 * Puts the lines of a file together into draws, in the order of their first lines. `hours` are those at which a product
 * draws on a day, by `product_id day`, of lines that say none.
 */
export function readLines(file: SentFile, hours: ReadonlyMap<string, string[]>): ReadDraw[] {
  const draws = new Map<string, ReadDraw>()
  file.rows.map(plain).forEach((row, index) => {
    const { product, day, time: own, isTwo, isOpen } = placed(row, file)
    const held = isOpen && product && day ? (hours.get(`${product.id} ${day}`) ?? []) : []
    const time = held.length === 1 ? held[0]! : own
    // What has no product, day or hour belongs to no other line.
    const key = product && day && time ? `${product.id} ${day} ${time}` : `line ${index}`
    let one = draws.get(key)
    if (!one) {
      const written = { product: row.product, day: row.day, time: row.time }
      one = { rows: [], product, written, day, time, isTwo, hours: held, numbers: [], unclear: [], repeated: 0 }
      draws.set(key, one)
    }
    one.rows.push(index)
    if (product) for (const part of partsIn(row)) readInto(one, product, part)
  })
  return [...draws.values()]
}

/** `A 123`, `C 789 LEO`, `2 6789`: a part of a result as the list of results, and its file, say it. */
const partInWords = /^([ABC123]) (\d+(?: \p{L}+)?)$/u

/** A line that says every part of a result at once, as our own files do: a line for each. */
function partsIn(row: ResultFileRow): ResultFileRow[] {
  if (typeof row.number !== 'string' || row.place !== '') return [row]
  const parts = row.number.split(' · ').flatMap((part) => {
    const [, place, number] = partInWords.exec(part) ?? []
    return place && number ? { ...row, place, number } : []
  })
  return parts.length === row.number.split(' · ').length ? parts : [row]
}

function readInto(one: ReadDraw, product: BulkProduct, row: ResultFileRow): void {
  const place = readPlace(row.place, product.parts)
  const part = product.parts.find((each) => each.place === place)
  const unclear = (note: string, candidates: string[] = []) => one.unclear.push({ note, candidates })
  if (!part) {
    const parts = product.parts.map((each) => each.label).join(', ')
    unclear(
      row.place === ''
        ? `La fila no dice de cuál número es: ${parts}.`
        : `${quoted(row.place)} no es una parte del resultado de ${product.name}: ${parts}.`,
    )
    return
  }
  const number = readNumber(row, part, product.symbols)
  if ('note' in number) unclear(number.note, number.candidates)
  else addNumber(one, number.value)
}

/** One more number of a draw: new, said before, or against what was said. */
function addNumber(one: ReadDraw, number: ResultNumber): void {
  const before = one.numbers.find((each) => each.place === number.place)
  if (!before) one.numbers.push(number)
  else if (sameNumbers([before], [number])) one.repeated++
  else {
    const label = one.product?.parts.find((part) => part.place !== '' && part.place === number.place)?.label
    const texts = [before, number].map((each) => [each.number, each.sign].filter(Boolean).join(' ')).join(' y ')
    one.unclear.push({ note: `Sus filas se contradicen: ${label ? `${label} ` : ''}${texts}.`, candidates: [] })
  }
}

/** Lines that name one draw by two clocks are lines of one draw. */
export function mergeDraws(one: ReadDraw, other: ReadDraw): ReadDraw {
  const both: ReadDraw = {
    ...one,
    rows: [...one.rows, ...other.rows].sort((left, right) => left - right),
    numbers: [...one.numbers],
    unclear: [...one.unclear, ...other.unclear],
    repeated: one.repeated + other.repeated,
  }
  for (const number of other.numbers) addNumber(both, number)
  return both
}

/** The draws that lines with a product, a day and an hour speak of. */
export function wantedOf(read: readonly ReadDraw[]): WantedDraw[] {
  return read.flatMap(({ product, day, time }) =>
    product && day && time ? [{ product_id: product.id, clock: `${day} ${time}` }] : [],
  )
}

/** Finds each line's draw: by its product's own clock, and by the banca's where that finds none. */
export function drawFinder(draws: readonly BulkDraw[]): (wanted: WantedDraw) => BulkDraw | undefined {
  const byClock = (clock: 'by_product' | 'by_banca') =>
    new Map(draws.map((draw) => [`${draw.product_id} ${draw[clock]}`, draw]))
  const [own, bancas] = [byClock('by_product'), byClock('by_banca')]
  return ({ product_id, clock }) => own.get(`${product_id} ${clock}`) ?? bancas.get(`${product_id} ${clock}`)
}

/** Why a draw of the file can't be found. */
function absent({ product, day, time }: ReadDraw, today: string): [FileState, note: string] {
  const earliest = addDays(today, -mostDaysBack)
  if (day! < earliest)
    return [
      'antiguo',
      `Es anterior al ${formatDay(earliest)}: se anotan resultados de hasta ${mostDaysBack} días atrás.`,
    ]
  if (day! > today) return ['abierto', 'Ese día aún no llega: revise la fecha.']
  return [
    'sin_sorteo',
    `${product!.name} no tiene sorteo el ${formatDay(day!)} a las ${time}: revise la hora, o el horario del producto.`,
  ]
}

/** What may be done with a draw of the file, and why not more. */
export function fileVerdict(one: ReadDraw, draw: BulkDraw | undefined, today: string): [FileState, note: string] {
  const { product, written, hours } = one
  if (!product)
    return [
      'sin_producto',
      written.product === ''
        ? 'La fila no dice el producto.'
        : `No hay un producto llamado ${quoted(written.product)}.`,
    ]
  if (one.isTwo)
    return [
      'revisar',
      `Unas fechas del archivo van día/mes y otras mes/día: no se sabe cuál es ${quoted(written.day)}.`,
    ]
  if (!one.day)
    return [
      'revisar',
      written.day === ''
        ? 'La fila no dice la fecha.'
        : `No se entiende la fecha ${quoted(written.day)}: escríbala como 20/11/2026.`,
    ]
  if (!one.time && hours.length > 1)
    return [
      'revisar',
      `La fila no dice la hora, y ${product.name} tiene ${hours.length} sorteos el ${formatDay(one.day)}: ${hours.join(', ')}.`,
    ]
  if (!one.time)
    return [
      'revisar',
      written.time === ''
        ? 'La fila no dice la hora.'
        : `No se entiende la hora ${quoted(written.time)}: escríbala como 13:05 o 1:05 pm.`,
    ]
  if (!draw) return absent(one, today)
  if (draw.state === 'suspendido') return ['suspendido', 'El sorteo está suspendido.']
  if (!draw.over) return ['abierto', 'El sorteo aún no se celebra.']
  const [unclear] = one.unclear
  if (unclear) return ['revisar', unclear.note]
  const missing = product.parts.filter((part) => !one.numbers.some((each) => each.place === part.place))
  if (missing.length > 0) return ['incompleto', `Falta ${missing.map((part) => part.label).join(', ')}.`]
  return entered(one, draw)
}

/** Of a result that is whole and clear: whether the draw has it, or another, already. */
function entered(one: ReadDraw, draw: BulkDraw): [FileState, note: string] {
  if (draw.in_force)
    return sameNumbers(draw.in_force, one.numbers)
      ? ['igual', 'El sorteo ya tiene este resultado.']
      : ['distinto', 'El sorteo tiene otro resultado: corríjalo desde el sorteo, con su motivo.']
  const by = draw.pending_by ?? 'una fuente'
  if (draw.pending)
    return sameNumbers(draw.pending, one.numbers)
      ? ['lista', `Ya lo anotó ${by}: falta confirmarlo.`]
      : ['revisar', `Otro resultado, anotado por ${by}, espera confirmación.`]
  return ['lista', one.repeated > 0 ? 'Viene repetido, siempre igual: se anota una vez.' : '']
}
