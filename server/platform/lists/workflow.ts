/**
 * Records that move from state to state: each move is one conditional UPDATE that names the state and the version it was
 * decided on, and whoever may make it is asked of the row that it wrote. What it posts, tells and leaves in the log is in
 * the same transaction, so that it happens once or not at all.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { allows, type Who } from '@contract/access/rules.ts'
import type { Endpoint, HandleFacts, MoveFacts } from '@contract/endpoint.ts'
import type { MoveOutcome, ThreadComment } from '@contract/states.ts'
import { list } from '../db/connect.ts'
import { namedWithin } from '../db/scope.ts'
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
  /** Columns that it writes beside the state. */
  set?: (body: Body<E, K>, context: Context) => Record<string, Value>
  /** What it does, once it is certain that it is done: posts, tells. `row` is as it was written. */
  effect?: (context: Context, row: Row<E>, body: Body<E, K>) => Promise<void>
  reason?: (body: Body<E, K>) => string
}

interface Workflow<E extends WorkflowOfContract> {
  /** Has `id`, `state`, `version` and `updated_at`. */
  table: string
  read: (reader: Reader, id: number) => Promise<Row<E>>
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

/** @throws Problem `not_found`, `moved_already`, `changed_meanwhile` and what `refused` says */
async function moveOne<E extends WorkflowOfContract, K extends MoveName<E>>(
  entity: E,
  said: Workflow<E>,
  context: Context,
  action: K,
  { id, version, ...rest }: Omit<Known, 'state'>,
  of?: HandleFacts['of'],
): Promise<{ row: Row<E>; change: AuditedChange }> {
  const { table, read, refused, trace = (row: Row<E>) => row } = said
  const { from, to } = moveOf(entity, action)
  const { set, effect, reason } = said.moves[action]
  const body = { version, ...rest } as Body<E, K>
  const before = await read(context, id)
  if (of && (before as Record<string, unknown>)[of.field] !== of.is) throw new Problem('not_found')
  const values = Object.entries(set?.(body, context) ?? {})
  const columns = values.map(([column, value]) => sql`${sql.identifier(column)} = ${value},`)
  const moved = await context.db.run(sql`
    UPDATE ${sql.identifier(table)} SET ${sql.join(columns, sql` `)} state = ${to}, version = version + 1, updated_at = now()
    WHERE id = ${id} AND state = ANY (${list(from)}::text[]) AND version = coalesce(${version ?? null}::int, version)`)
  const row = await read(context, id)
  if (moved !== 1) throw from.includes((row as Known).state) ? changedMeanwhile(row) : movedAlready(row)
  const problem = refused[action](row)
  if (problem) throw problem
  await effect?.(context, row, body)
  const after = await read(context, id)
  const change = { entity_id: id, before: trace(before), after: trace(after), significant: true }
  return { row: after, change: { ...change, ...(reason && { reason: reason(body) }) } }
}

interface Many {
  body: { action: string; rows: readonly { id: number; version: number }[] }
}

/** One move of many records, each for itself; `of` says which of them it is for. */
async function moveMany<E extends WorkflowOfContract>(
  entity: E,
  said: Workflow<E>,
  context: Context,
  { body: { action: asked, rows: given, ...rest } }: Many,
  of?: HandleFacts['of'],
): Promise<{ data: MoveOutcome[] }> {
  const action = asked as MoveName<E>
  const done = moveOf(entity, action).to
  const data: MoveOutcome[] = []
  // In one order, so that two people who gather the same records never wait for each other.
  const rows = [...new Map(given.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)
  await said.moves[action].hold?.(
    context,
    rows.map(({ id }) => id),
  )
  for (const one of rows) {
    await context.db.run(sql`SAVEPOINT one`)
    try {
      const { row, change } = await moveOne(entity, said, context, action, { ...rest, ...one }, of)
      context.audit(change)
      data.push({ id: one.id, name: said.name(row), done: true, text: done, code: null })
    } catch (error) {
      // Of one alone its refusal is the call's.
      if (!(error instanceof Problem) || (of && rows.length === 1)) throw error
      await context.db.run(sql`ROLLBACK TO SAVEPOINT one`)
      const current = error.code === 'not_found' ? null : await said.read(context, one.id)
      const named = current === null ? String(one.id) : said.name(current)
      data.push({ id: one.id, name: named, done: false, text: error.detail, code: error.code })
    }
  }
  return { data }
}

/** Handlers of an entity's moves, of many at once and of what waits; and `mustBeIn` for whoever edits its records. */
export function workflow<E extends WorkflowOfContract>(entity: E, said: Workflow<NoInfer<E>>) {
  const { table, read, waits } = said
  const name = sql.identifier(table)

  const handler =
    <K extends OwnMove<E>>(action: K) =>
    async (context: Context, { params, body }: { params: object; body: object }): Promise<Row<E>> => {
      const { named } = moveOf(entity, action)
      const given = body as Omit<Known, 'state'> & Record<string, number>
      const id = named === null ? (params as { id: number }).id : given[named]!
      await said.moves[action].hold?.(context, [id])
      const { row, change } = await moveOne(entity, said, context, action, { ...given, id })
      context.audit(change)
      return row
    }

  async function waiting(context: Context): Promise<{ count: number; oldest: string | null }> {
    const found = await context.db.one<{ count: number; oldest: string | null }>(sql`
      SELECT count(*)::int AS count, min(${waits.since}) AS oldest FROM ${name} waiting WHERE ${waits.when(context)}`)
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
        moveMany(entity, said, context, input, handles.of),
    waiting,
    /** @throws Problem `moved_already` with the row */
    mustBeIn(row: Row<E>, state: string): void {
      if ((row as Known).state !== state) throw movedAlready(row)
    },
  }
}

interface Thread<Row> {
  /** Has `record_id`, `user_id`, `text` and `at`. */
  table: string
  read: (reader: Reader, id: number) => Promise<Row>
  tell: (context: Context, row: Row, text: string) => Promise<void>
}

/** What is said about a record, read and written by whoever sees it. */
export function threadOf<Row>({ table, read, tell }: Thread<Row>) {
  const name = sql.identifier(table)
  const said = async ({ db, scope, session }: Context, id: number) => ({
    data: await db.rows<ThreadComment>(sql`
      SELECT comment.id, comment.text, ${namedWithin(scope, sql`author.partner_id`, sql`author.name`)} AS by,
        author.id = ${session.id} AS own, comment.at
      FROM ${name} comment JOIN users author ON author.id = comment.user_id WHERE comment.record_id = ${id} ORDER BY comment.id`),
  })
  return {
    comments: async (context: Context, { params }: { params: { id: number } }) => {
      await read(context, params.id)
      return said(context, params.id)
    },
    comment: async (context: Context, { params, body }: { params: { id: number }; body: { text: string } }) => {
      const row = await read(context, params.id)
      await context.db.run(sql`
        INSERT INTO ${name} (record_id, user_id, text) VALUES (${params.id}, ${context.session.id}, ${body.text})`)
      await tell(context, row, body.text)
      context.audit({ entity_id: params.id, after: { comment: body.text } })
      return said(context, params.id)
    },
  }
}
