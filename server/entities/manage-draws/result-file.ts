/** A file of results against the banca's draws: looked at, and entered whole or not at all. */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import {
  isLeftOut,
  mostDaysBack,
  type FileDraw,
  type FileEntry,
  type FileState,
  type SentRow,
} from '@contract/result-file.ts'
import { addDays } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { DayOrder } from '@contract/values/reading.ts'
import { list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { makeDraws } from '../../rules/draws/generate.ts'
import {
  bulkProducts,
  hoursOfDays,
  plannedDraws,
  wantedDraws,
  type BulkDraw,
  type WantedDraw,
} from '../../rules/results/catalogue.ts'
import { sameNumbers } from '../../rules/award/numbers.ts'
import { enterMany, pendingEntries, type Asking } from '../../rules/results/entries.ts'
import {
  daysOfFile,
  drawFinder,
  mergeDraws,
  readLines,
  fileVerdict,
  wantedOf,
  withoutHour,
  type ReadDraw,
} from '../../rules/results/file.ts'

interface Asked {
  rows: readonly SentRow[]
  day_order?: DayOrder | undefined
}
interface Clock {
  now: Date
  today: string
}
const source = 'archivo'
/** Hours of a day among which one is chosen by a press; more are too many buttons. */
const mostHours = 6

/** A draw of the file, the banca's draw it speaks of, and what may be done. */
interface Judged {
  read: ReadDraw
  draw: BulkDraw | undefined
  state: FileState
  note: string
}

const isWithin = (day: string, today: string) => day >= addDays(today, -mostDaysBack) && day <= today

/** Business days of the draws that may be made; another zone's day may begin before or after the banca's. */
function daysOf(clocks: readonly string[]): { from_day: string; to_day: string } | null {
  const days = clocks.map((clock) => clock.slice(0, 10)).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? { from_day: addDays(first, -1), to_day: addDays(last, 1) } : null
}

/** The banca's draws that the lines speak of, made or only planned. */
async function drawsOf(
  db: Executor,
  asking: Asking,
  wanted: readonly WantedDraw[],
  { now, today }: Clock,
): Promise<BulkDraw[]> {
  const made = await wantedDraws(db, asking, wanted, now)
  const known = new Set(made.map((draw) => `${draw.product_id} ${draw.by_product}`))
  const unknown = wanted.filter(
    ({ product_id, clock }) => !known.has(`${product_id} ${clock}`) && isWithin(clock.slice(0, 10), today),
  )
  const days = daysOf(unknown.map((one) => one.clock))
  return days ? [...made, ...(await plannedDraws(db, unknown, days, now))] : made
}

async function judge(db: Executor, asking: Asking, { rows, day_order }: Asked, clock: Clock): Promise<Judged[]> {
  const products = await bulkProducts(db)
  const file = { rows, products, days: daysOfFile(rows, day_order) }
  const lines = readLines(file, await hoursOfDays(db, withoutHour(file), clock.now))
  const find = drawFinder(await drawsOf(db, asking, wantedOf(lines), clock))
  const found = new Map<unknown, { read: ReadDraw; draw: BulkDraw | undefined }>()
  for (const read of lines) {
    const [asked] = wantedOf([read])
    const draw = asked && find(asked)
    const before = draw && found.get(draw)
    found.set(draw ?? read, { read: before ? mergeDraws(before.read, read) : read, draw })
  }
  return [...found.values()].map(({ read, draw }) => {
    const [state, note] = fileVerdict(read, draw, clock.today)
    return { read, draw, state, note }
  })
}

const inOrder = (numbers: readonly ResultNumber[]) =>
  [...numbers].sort((left, right) => (left.place < right.place ? -1 : 1))

function shown({ read, draw, state, note }: Judged): FileDraw {
  const codes = read.product?.symbols.codes
  const numbers = inOrder(read.numbers)
  const candidates = state === 'revisar' ? [...new Set(read.unclear.flatMap((unclear) => unclear.candidates))] : []
  return {
    rows: read.rows,
    state,
    note,
    product_name: read.product?.name ?? read.written.product.slice(0, 80),
    draw_id: draw?.id ?? null,
    scheduled_at: draw?.scheduled_at ?? null,
    text: numbers.map((each) => [each.place, each.number, each.sign].filter(Boolean).join(' ')).join(' · '),
    numbers: numbers.map((each) => {
      const symbol = codes?.get(each.number)
      return { ...each, symbol_name: symbol?.name ?? null, image_url: symbol?.image_url ?? null }
    }),
    candidates,
    hours: state === 'revisar' && read.hours.length <= mostHours ? read.hours : [],
    candidate_symbols: candidates.flatMap((code) => {
      const symbol = codes?.get(code)
      return symbol ? [{ code, name: symbol.name, image_url: symbol.image_url }] : []
    }),
  }
}

/** What may be done with each draw of the file. Writes nothing: a draw that would be made is only foreseen. */
export async function checkFile(db: Executor, asking: Asking, asked: Asked, clock: Clock): Promise<FileDraw[]> {
  return (await judge(db, asking, asked, clock)).map(shown)
}

/** What can't be entered, each on its first line. */
const refusal = (left_out: readonly Judged[]) =>
  new Problem('result_file_changed', {
    detail:
      `${formatCount(left_out.length)} resultados del archivo no se pueden anotar, y no ` +
      'son los que se dijo dejar fuera. No se anotó nada: revise el archivo.',
    errors: left_out
      .slice(0, 50)
      .map(({ read, note }) => ({ path: `rows.${read.rows[0]}`, message: note, code: 'result_file_changed' })),
  })

/** Makes those draws that are only planned, and answers the id of each. */
async function drawIds(tx: Tx, ready: readonly Judged[]): Promise<Map<Judged, number>> {
  const absent = ready.filter(({ draw }) => draw!.id === null)
  const named = absent.map(({ draw }) => ({ product_id: draw!.product_id, scheduled_at: draw!.scheduled_at }))
  const days = daysOf(absent.map(({ draw }) => draw!.by_banca))
  if (days) await makeDraws(tx, named, days)
  const made = await tx.rows<{ id: number; product_id: number; scheduled_at: string }>(sql`
    SELECT d.id, d.product_id, d.scheduled_at FROM draws d
    WHERE (d.product_id, d.scheduled_at) IN (
      SELECT *
      FROM unnest(
        ${list(named.map((one) => one.product_id))}::int[], ${list(named.map((one) => one.scheduled_at))}::timestamptz[]
      )
    )`)
  const ids = new Map(made.map((draw) => [`${draw.product_id} ${draw.scheduled_at}`, draw.id]))
  return new Map(
    ready.flatMap((one) => {
      const id = one.draw!.id ?? ids.get(`${one.draw!.product_id} ${one.draw!.scheduled_at}`)
      return id === undefined ? [] : [[one, id] as const]
    }),
  )
}

export interface FileEntered {
  /** Those written now; the rest of `entries` waited already. */
  written: { id: number; draw_id: number; numbers: ResultNumber[] }[]
  entries: FileEntry[]
}

/**
 * Enters every draw of the file that is ready, and answers with them those that somebody entered alike and
 * that wait. Nothing else of the file is left out but as many draws as the caller was told of and agreed to.
 * @throws Problem `result_file_changed` when those are not as many, or a draw changed at this moment
 */
export async function enterFile(
  tx: Tx,
  asking: Asking,
  asked: Asked & { leave_out: number },
  clock: Clock,
): Promise<FileEntered> {
  const judged = await judge(tx, asking, asked, clock)
  const left_out = judged.filter(({ state }) => isLeftOut(state))
  if (left_out.length !== asked.leave_out) throw refusal(left_out)
  const ready = judged.filter(({ state }) => state === 'lista')
  const ids = await drawIds(tx, ready)
  const fresh = ready.filter(({ draw }) => draw!.pending_id === null)
  const wanted = fresh.flatMap((one) => {
    const draw_id = ids.get(one)
    return draw_id === undefined ? [] : [{ draw_id, numbers: inOrder(one.read.numbers) }]
  })
  const written = await enterMany(tx, wanted, { entered_by: asking.id, source, at: clock.now })
  if (written.length !== fresh.length) throw new Problem('result_file_changed')
  const numbers = new Map(wanted.map((one) => [one.draw_id, one.numbers]))
  const readings = new Map([...ids].map(([{ read }, draw_id]) => [draw_id, read.numbers]))
  const rows = new Map([...ids].map(([{ read }, draw_id]) => [draw_id, read.rows[0]!]))
  const waiting = await pendingEntries(tx, asking, sql`entry.draw_id = ANY (${list([...rows.keys()])}::int[])`)
  return {
    written: written.map((one) => ({ ...one, numbers: numbers.get(one.draw_id)! })),
    entries: waiting
      // Of what waits, only what this file reads too: it is compared by its readings, whoever's file came first.
      .filter(({ draw_id, numbers: own }) => sameNumbers(own, readings.get(draw_id) ?? []))
      .map(({ id, draw_id, numbers: own, can_confirm }) => ({
        id,
        draw_id,
        row: rows.get(draw_id)!,
        numbers: own,
        can_confirm,
      }))
      .sort((left, right) => left.row - right.row),
  }
}
