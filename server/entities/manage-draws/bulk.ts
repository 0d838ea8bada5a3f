/** A file of results: its lines put together into draws, each with what may be done with it; then entered. */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { bulkAnswerRow, BulkRow, BulkState } from '@contract/manage-draws.ts'
import { addDays } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import type { z } from 'zod'
import { sameNumbers } from '../../rules/award/numbers.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { ensureDraws } from '../../rules/draws/generate.ts'
import { Problem } from '../../platform/http/problem.ts'
import { bulkDraws, bulkProducts, type BulkDraw, type BulkProduct } from '../../rules/results/catalogue.ts'
import { readDay, readNumber, readPlace, readTime, type Reading } from '../../rules/results/read.ts'
import { enter, pendingEntries, type Asking, type EntryRow } from '../../rules/results/entries.ts'

export type BulkAnswerRow = z.output<typeof bulkAnswerRow>

/** Draws this far back that nobody ever made are made from the schedules, to take a history in. */
const mostDaysBack = 800
const source = 'archivo'

/** Lines of one draw, as far as they could be read. */
interface Group {
  rows: number[]
  product: BulkProduct | undefined
  written: string
  day: string | null
  time: string | null
  numbers: ResultNumber[]
  unclear: Extract<Reading<unknown>, { note: string }>[]
}

function group(rows: readonly BulkRow[], products: ReadonlyMap<string, BulkProduct>): Group[] {
  const groups = new Map<string, Group>()
  rows.forEach((row, index) => {
    const product = products.get(fold(row.product))
    const [day, time] = [readDay(row.day), readTime(row.time)]
    // What has no day or hour belongs to no other line.
    const key = product && day && time ? `${product.id} ${day} ${time}` : `line ${index}`
    const one = groups.get(key) ?? { rows: [], product, written: row.product, day, time, numbers: [], unclear: [] }
    groups.set(key, one)
    one.rows.push(index)
    if (product) readInto(one, product, row)
  })
  return [...groups.values()]
}

function readInto(one: Group, product: BulkProduct, row: BulkRow): void {
  const place = readPlace(row.place, product.parts)
  const part = product.parts.find((each) => each.place === place)
  if (!part) {
    one.unclear.push({
      note:
        row.place === ''
          ? 'Falta la columna o el premio de la fila.'
          : `«${row.place}» no es una parte del resultado de ${product.name}.`,
      candidates: [],
    })
    return
  }
  const number = readNumber(row, part, product.symbols)
  if ('note' in number) one.unclear.push(number)
  else if (one.numbers.some((each) => each.place === number.value.place && !sameNumbers([each], [number.value])))
    one.unclear.push({ note: `${part.label} viene dos veces con números distintos.`, candidates: [] })
  else if (!one.numbers.some((each) => each.place === number.value.place)) one.numbers.push(number.value)
}

/** By the product's own clock; by the banca's where that finds none. */
function drawOf({ product, day, time }: Group, draws: readonly BulkDraw[]): BulkDraw | undefined {
  const own = draws.filter((draw) => draw.product_id === product?.id)
  return (
    own.find((draw) => draw.by_product === `${day} ${time}`) ?? own.find((draw) => draw.by_banca === `${day} ${time}`)
  )
}

function verdict(one: Group, draw: BulkDraw | undefined): [BulkState, note: string] {
  if (!one.product) return ['sin_producto', `No hay un producto llamado «${one.written}».`]
  if (!one.day || !one.time) return ['revisar', one.day ? 'No se entiende la hora.' : 'No se entiende la fecha.']
  if (!draw) return ['sin_sorteo', 'El producto no tiene sorteo ese día a esa hora.']
  if (draw.state === 'suspendido') return ['suspendido', 'El sorteo está suspendido.']
  if (!draw.over) return ['abierto', 'El sorteo aún no se celebra.']
  const [unclear] = one.unclear
  if (unclear) return ['revisar', unclear.note]
  const missing = one.product.parts.filter((part) => !one.numbers.some((each) => each.place === part.place))
  if (missing.length > 0) return ['incompleto', `Falta ${missing.map((part) => part.label).join(', ')}.`]
  if (draw.in_force)
    return sameNumbers(draw.in_force, one.numbers)
      ? ['igual', 'El sorteo ya tiene este resultado.']
      : ['distinto', 'El sorteo tiene otro resultado: corríjalo desde el sorteo, con su motivo.']
  if (!draw.pending) return ['lista', '']
  const by = draw.pending_by ?? 'una fuente'
  return sameNumbers(draw.pending, one.numbers)
    ? ['lista', `Ya lo anotó ${by}: falta confirmarlo.`]
    : ['revisar', `Otro resultado, anotado por ${by}, espera confirmación.`]
}

interface Read {
  groups: Group[]
  draws: BulkDraw[]
}

/** Reads the lines and finds their draws; draws of past days that are not there are made. */
async function read(tx: Tx, rows: readonly BulkRow[], clock: { now: Date; today: string }): Promise<Read> {
  const groups = group(rows, await bulkProducts(tx))
  const dated = groups.filter((one) => one.product && one.day && one.time)
  const product_ids = [...new Set(dated.map((one) => one.product!.id))]
  const find = () => bulkDraws(tx, product_ids, [...new Set(dated.map((one) => one.day!))], clock.now)
  const draws = await find()
  const absent = new Set(dated.filter((one) => !drawOf(one, draws)).map((one) => one.day!))
  const days = [...absent].filter((day) => day <= clock.today && day >= addDays(clock.today, -mostDaysBack)).sort()
  let made = 0
  for (const day of days) made += await ensureDraws(tx, day, day)
  return { groups, draws: made > 0 ? await find() : draws }
}

/** What may be done with each draw of the file. Draws that would be made for it are undone: it writes nothing. */
export async function bulkCheck(
  tx: Tx,
  rows: readonly BulkRow[],
  clock: { now: Date; today: string },
): Promise<BulkAnswerRow[]> {
  await tx.run(sql`SAVEPOINT reading`)
  const { groups, draws } = await read(tx, rows, clock)
  await tx.run(sql`ROLLBACK TO SAVEPOINT reading`)
  const kept = new Set(
    (
      await bulkDraws(
        tx,
        [...new Set(draws.map((draw) => draw.product_id))],
        [...new Set(groups.flatMap((one) => one.day ?? []))],
        clock.now,
      )
    ).map((draw) => draw.id),
  )
  return groups.map((one) => {
    const answer = answerRow(one, drawOf(one, draws))
    if (answer.draw_id === null || kept.has(answer.draw_id)) return answer
    return { ...answer, draw_id: null, note: answer.note || 'El sorteo se creará al anotar.' }
  })
}

function answerRow(one: Group, draw: BulkDraw | undefined): BulkAnswerRow {
  const [state, note] = verdict(one, draw)
  const numbers = [...one.numbers].sort((left, right) => (left.place < right.place ? -1 : 1))
  return {
    rows: one.rows,
    state,
    note,
    product_id: one.product?.id ?? null,
    product_name: one.product?.name ?? one.written,
    draw_id: draw?.id ?? null,
    scheduled_at: draw?.scheduled_at ?? null,
    numbers,
    text: numbers.map((each) => [each.place, each.number, each.sign].filter(Boolean).join(' ')).join(' · '),
    candidates: state === 'revisar' ? [...new Set(one.unclear.flatMap((unclear) => unclear.candidates))] : [],
  }
}

/**
 * Enters every draw that is ready, and answers with them those that somebody entered alike and that wait.
 * Of two who enter at once, the second's lines are to be looked at again.
 */
export async function bulkEnter(
  tx: Tx,
  asking: Asking,
  rows: readonly BulkRow[],
  clock: { now: Date; today: string },
): Promise<{ rows: BulkAnswerRow[]; entries: EntryRow[] }> {
  const { groups, draws } = await read(tx, rows, clock)
  const answers: BulkAnswerRow[] = []
  const ids: number[] = []
  for (const one of groups) {
    const draw = drawOf(one, draws)
    const answer = answerRow(one, draw)
    answers.push(answer)
    if (answer.state !== 'lista' || !draw) continue
    try {
      ids.push(
        draw.pending_id ??
          (await enter(tx, {
            draw_id: draw.id,
            numbers: answer.numbers,
            entered_by: asking.id,
            source,
            at: clock.now,
          })),
      )
    } catch (error) {
      // Refused before anything was written: somebody entered or awarded it meanwhile.
      if (!(error instanceof Problem)) throw error
      Object.assign(answer, { state: 'revisar', note: error.detail })
    }
  }
  const entries = await pendingEntries(tx, asking, sql`e.id = ANY (${list(ids)}::int[])`)
  return { rows: answers, entries }
}
