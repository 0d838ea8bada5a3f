/**
 * A file of results on the wire. Its lines travel as they were written, and the server alone says what they
 * mean: a line that nobody understands is named with its reason and refuses nobody else's.
 */
import { z } from 'zod'
import { namedNumber, resultNumber } from './draws.ts'
import { instant } from './values/dates.ts'
import { dayOrders } from './values/reading.ts'

/** Lines of one file; a line of three columns of numbers counts as three. */
export const mostFileRows = 20_000
/** Bytes of the largest file: 200 a line. */
export const largestResultFile = 4_000_000
/** Draws of past days that nobody ever made are made so far back, to take a history in. */
export const mostDaysBack = 800

const written = z.union([z.string(), z.number()]).nullable()
const cell = written.default('')

/** One number of a line. What a spreadsheet turned into a number has lost its zeros, so that a number travels as one. */
const resultFileRow = z.object({
  /** The product's name or code. */
  product: cell,
  /** With its hour behind it where `time` is empty. */
  day: cell,
  time: cell,
  /** Empty, A, B, C, 1, 2 or 3. */
  place: cell,
  number: cell,
  sign: cell,
  /** The animal where a column of its own names it, or writes it again, beside its number: both must be the same. */
  name: written.optional(),
  /** Words of columns that nobody said what they are: one that names an animal must name the same. */
  beside: z.array(z.string().max(60)).max(5).optional(),
})
/** As it came. */
export type SentRow = z.output<typeof resultFileRow>
/** As it is read: text without the spaces around it, and a number where the number came as one. */
export type ResultFileRow = Record<Exclude<keyof SentRow, 'number' | 'name' | 'beside'>, string> & {
  number: string | number
  name?: string | number
  beside?: string[]
}

export const resultFile = z.object({
  rows: z
    .array(resultFileRow)
    .min(1, 'El archivo no tiene filas')
    .max(mostFileRows, 'El archivo supera 20.000 números: divídalo en partes'),
  /** How its days are written where not one of them tells it: a day over twelve says it of all. Day first where nobody says it. */
  day_order: z.enum(dayOrders).optional(),
})

/** What may be done with a draw of the file. The first two need nobody; the others are left out or put right. */
export const fileStates = [
  'lista',
  'igual',
  'revisar',
  'incompleto',
  'distinto',
  'sin_producto',
  'sin_sorteo',
  'antiguo',
  'abierto',
  'suspendido',
] as const
export type FileState = (typeof fileStates)[number]
export const fileStateLabels: Record<FileState, string> = {
  lista: 'Lista',
  igual: 'Ya premiado igual',
  revisar: 'Por revisar',
  incompleto: 'Faltan números',
  distinto: 'Ya premiado con otro resultado',
  sin_producto: 'Producto desconocido',
  sin_sorteo: 'Sin sorteo a esa hora',
  antiguo: 'Demasiado atrás',
  abierto: 'Sorteo sin celebrar',
  suspendido: 'Sorteo suspendido',
}
/** Can't be entered as it stands: a person leaves it out, or none of the file is entered. */
export function isLeftOut(state: FileState): boolean {
  return state !== 'lista' && state !== 'igual'
}

/** A draw as the file has it: one or several of its lines. */
export const fileDraw = z.object({
  /** 0-based places in the file of the lines this draw was read from. */
  rows: z.array(z.number().int()),
  state: z.enum(fileStates),
  /** Why it waits, or what to know of it, in words. */
  note: z.string(),
  product_name: z.string(),
  /** Null where there is none yet: it is made when the file is entered. */
  draw_id: z.number().int().nullable(),
  scheduled_at: instant.nullable(),
  text: z.string(),
  numbers: z.array(namedNumber),
  /** What an ambiguous number may be: `0` may be 0 or 00. */
  candidates: z.array(z.string()),
  /** Hours that it may be of, where the line says none and its product draws several times on that day. */
  hours: z.array(z.string()),
  /** The animals among those candidates. */
  candidate_symbols: z.array(z.object({ code: z.string(), name: z.string(), image_url: z.string().nullable() })),
})
export type FileDraw = z.output<typeof fileDraw>

/** An entry of the file that waits for its confirmation. */
export const fileEntry = z.object({
  id: z.number().int(),
  draw_id: z.number().int(),
  /** The first of the lines it was read from. */
  row: z.number().int(),
  numbers: z.array(resultNumber),
  can_confirm: z.boolean(),
})
export type FileEntry = z.output<typeof fileEntry>
