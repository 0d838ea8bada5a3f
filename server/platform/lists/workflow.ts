/**
 * Records that move from state to state: each move is one conditional UPDATE that names the state and the version it was decided
 * on, and whoever may make it is asked of the row it wrote. What it posts, tells and logs is in the same transaction: once, or not.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { allows, type Who } from '@contract/access/rules.ts'
import type { Endpoint } from '@contract/endpoint.ts'
import type { HandleFacts, MoveFacts } from '@contract/move-facts.ts'
import type { MoveOutcome } from '@contract/states.ts'
import { list } from '../db/connect.ts'
import type { AuditedChange, Context, Handler } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import type { Reader } from './listing.ts'
import { changedMeanwhile, type Value } from './versioned.ts'

type AnyEndpoint = Endpoint<any, any, any, any>
interface WorkflowOfContract {
  name: string
  endpoints: Record<string, AnyEndpoint>
  show: AnyEndpoint
}
type OwnMove<E extends WorkflowOfContract> = {
  [K in keyof E['endpoints']]: E['endpoints'][K] extends { move: MoveFacts } ? K : never
}[keyof E['endpoints']] &
  string
/** Those that a call for many makes (`handled`). */
type Handle<E extends WorkflowOfContract> = {
  [K in keyof E['endpoints']]: E['endpoints'][K] extends { handles: HandleFacts } ? E['endpoints'][K] : never
}[keyof E['endpoints']]
type HandledMove<E extends WorkflowOfContract> = [Handle<E>] extends [never]
  ? never
  : Handle<E> extends { handles: { moves: infer M } }
    ? keyof M & string
    : never
type MoveName<E extends WorkflowOfContract> = OwnMove<E> | HandledMove<E>
type Sent<C extends AnyEndpoint> = z.output<NonNullable<C['body']> & z.ZodType>
type Body<E extends WorkflowOfContract, K extends string> =
  K extends OwnMove<E> ? Sent<E['endpoints'][K]> : Omit<Sent<Handle<E>>, 'action' | 'rows'> & { version: number }
type Row<E extends WorkflowOfContract> = z.input<E['show']['response'] & z.ZodType>
interface Known {
  id: number
  state: string
  version: number
}

/** Why a move of a row is not for whoever reads it; null where it is. By the names of moves. */
type Refusals<E extends WorkflowOfContract, R = Row<E>> = Record<MoveName<E>, (row: R) => Problem | null>

interface MoveWork<E extends WorkflowOfContract, K extends string> {
  /** Takes what it will write of these records, in an order that is the same for one and for many. */
  hold?: (context: Context, ids: readonly number[]) => Promise<void>
  /** Rows with an `id` of these records, in parentheses: what `set` finds there as `own` differs from one to another. */
  own?: (context: Context, ids: readonly number[]) => SQL
  /** Columns that it writes beside the state. */
  set?: (body: Body<E, K>, context: Context) => Record<string, Value>
  /** What it does, once it is certain that it is done: posts, tells. `row` is as it was written. */
  effect?: (context: Context, row: Row<E>, body: Body<E, K>) => Promise<void>
  /** The same for several at once, where that takes fewer statements. */
  effects?: (context: Context, rows: readonly Row<E>[], body: Body<E, K>) => Promise<void>
  reason?: (body: Body<E, K>) => string
}

interface Workflow<E extends WorkflowOfContract> {
  /** Has `id`, `state`, `version` and `updated_at`. */
  table: string
  read: (reader: Reader, id: number) => Promise<Row<E>>
  /** Those that the reader may see, in no order: with it many are moved together, and else one after the other. */
  read_many?: (reader: Reader, ids: readonly number[]) => Promise<Row<E>[]>
  name: (row: Row<E>) => string
  refused: Refusals<E>
  /** What waits for a reader: a condition on the rows of the table, called `waiting`, and since when each does. */
  waits: { when: (reader: Reader) => SQL; since: SQL }
  /** What of a row the audit log keeps; the whole row by default. */
  trace?: (row: Row<E>) => unknown
  moves: { [K in MoveName<E>]: MoveWork<E, K> }
}

/** The call of a move, its own or one for many; all of these are for the same people. */
function callOf({ name: own, endpoints }: WorkflowOfContract, name: string): { call: AnyEndpoint; move: MoveFacts } {
  const call = endpoints[name]?.move
    ? endpoints[name]
    : Object.values(endpoints).find((one) => one.handles?.moves[name])
  const move = call?.move ?? call?.handles?.moves[name]
  if (!call || !move) throw new Error(`${own}.${name} is no move`)
  return { call, move }
}
const moveOf = (entity: WorkflowOfContract, name: string): MoveFacts => callOf(entity, name).move

/** The moves that a reader may make with a row as it is. */
export function movesOn<E extends WorkflowOfContract, R extends Pick<Known, 'state'>>(
  entity: E,
  refused: Refusals<E, R>,
  row: R,
  who: Who,
): MoveName<E>[] {
  const names = Object.keys(refused) as MoveName<E>[]
  return names.filter(
    (name) =>
      allows(callOf(entity, name).call.access, who) &&
      moveOf(entity, name).from.includes(row.state) &&
      refused[name](row) === null,
  )
}

/** What the second of two people is told, with the record as it is now in `current`. */
export const movedAlready = (current: unknown) => new Problem('moved_already', { extra: { current } })

/** With the version that its move was decided on. */
interface Decided {
  id: number
  version?: number | undefined
}

interface Asked<E extends WorkflowOfContract, K extends string> {
  action: K
  records: readonly Decided[]
  body: Body<E, K>
  /** Which records the call is for. */
  of?: HandleFacts['of'] | undefined
}

/** One after the other: they share a connection. */
async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const one of all) done.push(await work(one))
  return done
}

/** These records in this order. @throws Problem `not_found` */
async function readAll<E extends WorkflowOfContract>(
  { read, read_many }: Workflow<E>,
  context: Context,
  ids: readonly number[],
): Promise<Row<E>[]> {
  if (ids.length === 1 || !read_many) return inTurn(ids, (id) => read(context, id))
  const found = new Map((await read_many(context, ids)).map((row) => [(row as Known).id, row]))
  return ids.map((id) => {
    const row = found.get(id)
    if (row === undefined) throw new Problem('not_found')
    return row
  })
}

/** Writes the move of those that are where it begins, as they were when it was decided. Answers which they are. */
async function writeMoved<E extends WorkflowOfContract, K extends MoveName<E>>(
  entity: E,
  said: Workflow<E>,
  context: Context,
  { action, records, body }: Asked<E, K>,
): Promise<Set<number>> {
  const table = sql.identifier(said.table)
  const { from, to } = moveOf(entity, action)
  const { own, set } = said.moves[action]
  const ids = records.map(({ id }) => id)
  // Many are taken in one order, so that two people who gather the same records never wait for each other in a circle.
  if (ids.length > 1)
    await context.db.run(sql`SELECT 1 FROM ${table} WHERE id = ANY (${list(ids)}::int[]) ORDER BY id FOR NO KEY UPDATE`)
  const values = Object.entries(set?.(body, context) ?? {})
  const columns = values.map(([column, value]) => sql`${sql.identifier(column)} = ${value},`)
  const moved = await context.db.rows<{ id: number }>(sql`
    UPDATE ${table} SET ${sql.join(columns, sql` `)} state = ${to}, version = ${table}.version + 1, updated_at = now()
    FROM unnest(${list(ids)}::int[], ${list(records.map(({ version }) => version ?? null))}::int[]) AS decided(id, version)
    ${own ? sql`JOIN ${own(context, ids)} own ON own.id = decided.id` : sql``}
    WHERE ${table}.id = decided.id AND ${table}.state = ANY (${list(from)}::text[])
      AND ${table}.version = coalesce(decided.version, ${table}.version)
    RETURNING ${table}.id`)
  return new Set(moved.map(({ id }) => id))
}

/**
 * Moves these records, all of them or none. @throws Problem `not_found`, `moved_already`, `changed_meanwhile` and what
 * `refused` says
 */
async function moveAll<E extends WorkflowOfContract, K extends MoveName<E>>(
  entity: E,
  said: Workflow<E>,
  context: Context,
  asked: Asked<E, K>,
): Promise<{ row: Row<E>; change: AuditedChange }[]> {
  const { refused, trace = (row: Row<E>) => row } = said
  const { action, records, body, of } = asked
  const { effect, effects, reason } = said.moves[action]
  const ids = records.map(({ id }) => id)
  const before = await readAll(said, context, ids)
  if (of && before.some((row) => (row as Record<string, unknown>)[of.field] !== of.is)) throw new Problem('not_found')
  const moved = await writeMoved(entity, said, context, asked)
  const rows = await readAll(said, context, ids)
  for (const row of rows) {
    const { id, state } = row as Known
    if (!moved.has(id)) throw moveOf(entity, action).from.includes(state) ? changedMeanwhile(row) : movedAlready(row)
    const problem = refused[action](row)
    if (problem) throw problem
  }
  if (effects) await effects(context, rows, body)
  else if (effect) await inTurn(rows, (row) => effect(context, row, body))
  const after = effect || effects ? await readAll(said, context, ids) : rows
  return after.map((row, n) => {
    const change = { entity_id: ids[n]!, before: trace(before[n]!), after: trace(row), significant: true }
    return { row, change: { ...change, ...(reason && { reason: reason(body) }) } }
  })
}

/** Does the work whole, or leaves nothing of it and answers why not. */
async function attempt<T>({ db }: Context, work: () => Promise<T>): Promise<{ done: T } | { problem: Problem }> {
  await db.run(sql`SAVEPOINT one`)
  try {
    const done = await work()
    await db.run(sql`RELEASE SAVEPOINT one`)
    return { done }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await db.run(sql`ROLLBACK TO SAVEPOINT one`)
    return { problem: error }
  }
}

interface Many {
  body: { action: string; rows: readonly { id: number; version: number }[] }
}

/** Moves many records, those that cannot be moved hold back no other. `of`: which the call is for. */
async function moveMany<E extends WorkflowOfContract>(
  entity: E,
  said: Workflow<E>,
  context: Context,
  { body: { action: asked, rows: given, ...rest }, of }: Many & Pick<Asked<E, string>, 'of'>,
): Promise<{ data: MoveOutcome[] }> {
  const action = asked as MoveName<E>
  const done = moveOf(entity, action).to
  // In one order, so that two people who gather the same records never wait for each other.
  const rows = [...new Map(given.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)
  const ids = rows.map(({ id }) => id)
  await said.moves[action].hold?.(context, ids)
  const attempted = (records: readonly Decided[]) =>
    attempt(context, () => moveAll(entity, said, context, { action, records, body: rest as never, of }))
  const told = (moved: Awaited<ReturnType<typeof moveAll<E, MoveName<E>>>>) =>
    moved.map(({ row, change }): MoveOutcome => {
      context.audit(change)
      return { id: (row as Known).id, name: said.name(row), done: true, text: done, code: null }
    })
  if (said.read_many && rows.length > 1) {
    const whole = await attempted(rows)
    if ('done' in whole) return { data: told(whole.done) }
  }
  // One of them cannot be moved: each for itself, so that it holds back no other.
  const data: MoveOutcome[] = []
  for (const one of rows) {
    const alone = await attempted([one])
    if ('done' in alone) data.push(...told(alone.done))
    // Of one alone its refusal is the call's.
    else if (of && rows.length === 1) throw alone.problem
    else {
      const { code, detail } = alone.problem
      const current = code === 'not_found' ? null : await said.read(context, one.id)
      data.push({ id: one.id, name: current ? said.name(current) : String(one.id), done: false, text: detail, code })
    }
  }
  return { data }
}

/** Handlers of an entity's moves, of many at once and of what waits; and `mustBeIn` for whoever edits its records. */
export function workflow<E extends WorkflowOfContract>(entity: E, said: Workflow<NoInfer<E>>) {
  const { table, waits } = said
  const handler =
    <K extends OwnMove<E>>(action: K) =>
    async (context: Context, { params, body }: { params: object; body: object }): Promise<Row<E>> => {
      const { named } = moveOf(entity, action)
      const given = body as Body<E, K> & Decided & Record<string, number>
      const id = named === null ? (params as { id: number }).id : given[named]!
      await said.moves[action].hold?.(context, [id])
      const records = [{ id, version: given.version }]
      const [one] = await moveAll(entity, said, context, { action, records, body: given })
      context.audit(one!.change)
      return one!.row
    }

  async function waiting(context: Context): Promise<{ count: number; oldest: string | null }> {
    const found = await context.db.one<{ count: number; oldest: string | null }>(sql`
      SELECT count(*)::int AS count, min(${waits.since}) AS oldest FROM ${sql.identifier(table)} waiting WHERE ${waits.when(context)}`)
    return found!
  }

  const own = Object.keys(said.moves).filter((one) => entity.endpoints[one]?.move)
  const handlers = Object.fromEntries(own.map((one) => [one, handler(one as OwnMove<E>)]))
  return {
    handlers: handlers as never as { [K in OwnMove<E>]: Handler<E['endpoints'][K]> },
    many: (context: Context, input: Many) => moveMany(entity, said, context, input),
    /** For a call that `handled` declares. */
    handle:
      ({ handles }: { handles: HandleFacts }) =>
      (context: Context, input: Many) =>
        moveMany(entity, said, context, { ...input, of: handles.of }),
    waiting,
    /** @throws Problem `moved_already` with the row */
    mustBeIn(row: Row<E>, state: string): void {
      if ((row as Known).state !== state) throw movedAlready(row)
    },
  }
}
