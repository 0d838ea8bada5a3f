/**
 * Asks the sources for results. Where all that answered say the same of a draw, and clearly, it becomes
 * an entry that waits for a person; where they differ, or a number may be two, a person enters it. A source
 * never awards, and nothing of what was sold is looked at.
 */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import type { manageDraws } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import { fold } from '@contract/values/text.ts'
import { readDay, readTime } from '@contract/values/reading.ts'
import { sameNumbers } from '../award/numbers.ts'
import { json, list, type Executor, type Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { bulkProducts, drawsAround, type BulkDraw as AnyDraw, type BulkProduct } from '../results/catalogue.ts'
import { readNumber, readPlace } from '../results/read.ts'
import { enter, pendingEntries, type Asking } from '../results/entries.ts'
import { askSource, configuredSources, type SourceAnswer, type SourceResult } from './sources.ts'

type Requested = Answer<typeof manageDraws.external>
type Review = Requested['review'][number]
type BulkDraw = AnyDraw & { id: number }

/** What a source said of a draw: numbers, or why they are not clear. */
interface Said {
  source: string
  numbers: ResultNumber[]
  note: string
  /** As the source wrote it. */
  text: string
}

interface Asked {
  day?: string | undefined
  draw_id?: number | undefined
}

/** What every source said of a day. */
export interface DayAnswers {
  day: string
  answers: readonly SourceAnswer[]
}

/**
 * Asks all sources: no transaction may wait for it.
 * @throws Problem `no_sources`, `not_found` for a draw that does not exist
 */
export async function askSources(db: Executor, asked: Asked, today: string): Promise<DayAnswers> {
  const sources = configuredSources()
  if (sources.length === 0) throw new Problem('no_sources')
  const day = await dayAsked(db, asked, today)
  return { day, answers: await Promise.all(sources.map((source) => askSource(source, day))) }
}

/** Keeps what was heard, and enters what is agreed. */
export async function enterAnswers(
  tx: Tx,
  asking: Asking,
  { day, answers }: DayAnswers,
  asked: Asked,
  clock: { now: Date },
): Promise<Requested> {
  const products = await bulkProducts(tx)
  const draws = (
    await drawsAround(tx, asking, [...new Set([...products.values()].map((product) => product.id))], day, clock.now)
  ).filter(
    (draw) => draw.over && draw.state !== 'suspendido' && (asked.draw_id === undefined || draw.id === asked.draw_id),
  )
  const said = new Map<BulkDraw, Said[]>()
  for (const answer of answers) {
    if (!answer.ok) continue
    for (const result of answer.results) {
      const product = products.get(fold(result.product))
      const draw = product && drawOf(product, result, draws)
      if (product && draw)
        said.set(draw, [
          ...(said.get(draw) ?? []).filter((one) => one.source !== answer.name),
          { source: answer.name, ...read(product, result) },
        ])
    }
  }
  await keep(tx, said, clock.now)
  const { ids, review } = await enterAgreed(
    tx,
    said,
    new Map([...products.values()].map((product) => [product.id, product.name])),
    clock.now,
  )
  return {
    sources: answers.map((answer) =>
      answer.ok
        ? { name: answer.name, ok: true, detail: '', results: answer.results.length }
        : { name: answer.name, ok: false, detail: answer.detail, results: 0 },
    ),
    entered: await pendingEntries(tx, asking, sql`entry.id = ANY (${list(ids)}::int[])`),
    review,
  }
}

async function dayAsked(db: Executor, { day, draw_id }: Asked, today: string): Promise<string> {
  if (draw_id === undefined) return day ?? today
  const draw = await db.one<{ day: string }>(sql`SELECT d.day FROM draws d WHERE d.id = ${draw_id}`)
  if (!draw) throw new Problem('not_found')
  return draw.day
}

function drawOf(product: BulkProduct, { day, time }: SourceResult, draws: readonly BulkDraw[]): BulkDraw | undefined {
  const [date, hour] = [readDay(day), readTime(time)]
  const own = draws.filter((draw) => draw.product_id === product.id)
  return (
    own.find((draw) => draw.by_product === `${date} ${hour}`) ?? own.find((draw) => draw.by_banca === `${date} ${hour}`)
  )
}

function read(product: BulkProduct, result: SourceResult): Omit<Said, 'source'> {
  const text = result.numbers
    .map((one) => [one.place, one.number, one.sign].filter((word) => word !== '' && word !== null).join(' '))
    .join(' · ')
  const numbers: ResultNumber[] = []
  for (const one of result.numbers) {
    const place = readPlace(one.place, product.parts)
    const part = product.parts.find((each) => each.place === place)
    if (!part || numbers.some((each) => each.place === place))
      return { numbers: [], text, note: 'Sus números no son las partes de este resultado.' }
    const number = readNumber(one, part, product.symbols)
    if ('note' in number) return { numbers: [], text, note: number.note }
    numbers.push(number.value)
  }
  const missing = product.parts.filter((part) => !numbers.some((one) => one.place === part.place))
  return missing.length > 0
    ? { numbers: [], text, note: `Falta ${missing.map((part) => part.label).join(', ')}.` }
    : { numbers, text, note: '' }
}

/** Every answer stays, whatever came of it. */
async function keep(tx: Tx, said: ReadonlyMap<BulkDraw, readonly Said[]>, at: Date): Promise<void> {
  for (const [draw, answers] of said) {
    for (const { source, numbers, note, text } of answers) {
      await tx.run(sql`
        INSERT INTO external_results (draw_id, source, numbers, note, fetched_at)
        VALUES (${draw.id}, ${source}, ${json(numbers)}, ${note ? `${note} Dijo: ${text}` : ''}, ${at.toISOString()})`)
    }
  }
}

async function enterAgreed(
  tx: Tx,
  said: ReadonlyMap<BulkDraw, readonly Said[]>,
  names: ReadonlyMap<number, string>,
  at: Date,
): Promise<{ ids: number[]; review: Review[] }> {
  const ids: number[] = []
  const review: Review[] = []
  const look = (draw: BulkDraw, answers: readonly Said[], note: string) =>
    review.push({
      draw_id: draw.id,
      product_name: names.get(draw.product_id) ?? '',
      scheduled_at: draw.scheduled_at,
      answers: answers.map(({ source, text }) => ({ source, text })),
      note,
    })
  for (const [draw, answers] of said) {
    if (draw.state !== 'activo') continue
    const [first] = answers
    const unclear = answers.find((one) => one.note)
    if (!first) continue
    if (unclear) look(draw, answers, unclear.note)
    else if (answers.some((one) => !sameNumbers(one.numbers, first.numbers)))
      look(draw, answers, 'Las fuentes no dicen lo mismo.')
    else if (draw.pending && !sameNumbers(draw.pending, first.numbers)) {
      const by = draw.pending_by ?? 'una fuente'
      look(draw, answers, `${by[0]!.toUpperCase()}${by.slice(1)} anotó otro resultado, que espera confirmación.`)
    } else if (!draw.pending) {
      try {
        ids.push(
          await enter(tx, {
            draw_id: draw.id,
            numbers: first.numbers,
            entered_by: null,
            source: answers.map((one) => one.source).join(', '),
            at,
          }),
        )
      } catch (error) {
        // Refused before anything was written: somebody entered or awarded it meanwhile.
        if (!(error instanceof Problem)) throw error
        look(draw, answers, error.detail)
      }
    }
  }
  return { ids, review }
}
