/**
 * Records that people edit: shown, created and saved, each save naming the version it began with. One
 * conditional UPDATE decides between two people; the second is told what the first one saved.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { allows, type Who } from '@contract/access/rules.ts'
import type { Endpoint } from '@contract/endpoint.ts'
import { applicableOnly, missingFields, neededText } from '@contract/field.ts'
import type { ProblemCode } from '@contract/problems.ts'
import type { Context } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import type { Reader } from './listing.ts'
import { mustNotBeOffAbove, offByAfter, offByOf, type Switched } from './switched-off.ts'

/** The three calls of an entity made by `recordEndpoints`. */
export interface RecordsOfContract {
  show: Endpoint<any, any, any, any>
  create: Endpoint<any, any, any, any>
  update: Endpoint<any, any, any, any>
}
type Row<E extends RecordsOfContract> = z.input<E['show']['response'] & z.ZodType>
type Form<E extends RecordsOfContract> = z.output<NonNullable<E['create']['body']> & z.ZodType>

/** A value of a column: SQL, or what becomes one parameter. */
export type Value = SQL | string | number | boolean | null

/** A unique index, and what its violation means: the field, the code and, where the code's own will not do, the sentence. */
type UniqueIndexes = Readonly<Record<string, readonly [field: string, code: ProblemCode, text?: string]>>

export interface VersionedRecord<E extends RecordsOfContract> {
  /** Has `id`, `version` and `updated_at`. */
  table: string
  /** Its table where what somebody above switched off stays off. */
  switched?: Switched
  read: (reader: Reader, id: number) => Promise<Row<E> & { version: number }>
  /** The columns that a form writes. */
  write: (form: Form<E>, context: Context) => Record<string, Value>
  /** Columns that only a new record gets. */
  added?: (form: Form<E>, context: Context) => Record<string, Value>
  unique?: UniqueIndexes
  /** Refuses a save of a record as it is, before versions are compared: one that was moved was not edited. Throws problems. */
  open?: (row: Row<E>) => void
  /** Refuses what no schema can: throws problems. `before` is the record as it was, for an update. */
  check?: (context: Context, form: Form<E>, before: Row<E> | null) => Promise<void> | void
  /** What else happens with a save, in its transaction. */
  after?: (context: Context, saved: Row<E>, before: Row<E> | null) => Promise<void>
  /** What of a row the audit log keeps; the whole row by default. */
  trace?: (row: Row<E>) => unknown
  /** Is this save an event that a supervisor will want to find? */
  significant?: (saved: Row<E>, before: Row<E> | null) => boolean
}

/** Says which field a unique index stands for, in the place of the database's error. */
export async function refusingDuplicates<T>(unique: UniqueIndexes, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const said = code === '23505' && constraint ? unique[constraint] : undefined
    throw said ? Problem.on(said[0], said[1], said[2]) : error
  }
}

/** What the second of two people is told, with the record as it is now in `current`. */
export function changedMeanwhile(current: unknown): Problem {
  return new Problem('changed_meanwhile', { extra: { current } })
}

/** The form as it is kept: nothing in what does not apply, nothing missing in what does. @throws Problem `invalid` */
function whole(form: z.ZodObject, values: object): object {
  const kept = applicableOnly(form, values as Record<string, unknown>)
  const errors = missingFields(form, kept).map((path) => ({ path, message: neededText(form.shape[path] as z.ZodType) }))
  if (errors.length > 0) throw new Problem('invalid', { errors })
  return kept
}

type RecordAction = 'update' | 'activate' | 'deactivate' | 'remove'

/** What a user may do with a record by the rules of its calls and its state. Whoever reads a row has it within reach. */
export function actionsOn(
  { update, remove }: Pick<RecordsOfContract, 'update'> & { remove?: Endpoint<any, any, any, any> },
  { status, off_above = null }: { status: 'activo' | 'inactivo'; off_above?: string | null },
  who: Who,
): RecordAction[] {
  const isKeptOff = off_above !== null
  const writes: RecordAction[] = ['update']
  if (!isKeptOff) writes.push(status === 'activo' ? 'deactivate' : 'activate')
  return [
    ...(allows(update.access, who) ? writes : []),
    ...(remove && !isKeptOff && allows(remove.access, who) ? ['remove' as const] : []),
  ]
}

const statusOf = (form: unknown) => (form as { status: 'activo' | 'inactivo' }).status

/** `{ show, create, update }` of an entity. */
export function versioned<E extends RecordsOfContract>(entity: E, record: VersionedRecord<E>) {
  const { table, switched, read, write, added, unique = {}, check, after, trace = (row) => row, significant } = record
  const name = sql.identifier(table)
  const form = entity.create.body as z.ZodObject

  async function create(context: Context, input: { body: Form<E> }): Promise<Row<E>> {
    const body = whole(form, input.body as object) as Form<E>
    await check?.(context, body, null)
    const values: Record<string, Value> = { ...write(body, context), ...added?.(body, context) }
    if (switched) values['off_by'] = offByOf(context.scope, statusOf(body))
    const columns = Object.keys(values).map((column) => sql.identifier(column))
    const [inserted] = await refusingDuplicates(unique, () =>
      context.db.rows<{ id: number }>(sql`
        INSERT INTO ${name} (${sql.join(columns, sql`, `)})
        VALUES (${sql.join(
          Object.values(values).map((value) => sql`${value}`),
          sql`, `,
        )}) RETURNING id`),
    )
    const saved = await read(context, inserted!.id)
    await after?.(context, saved, null)
    context.audit({ entity_id: inserted!.id, after: trace(saved), significant: significant?.(saved, null) ?? false })
    return saved
  }

  async function update(
    context: Context,
    { params, body: { version, ...sent } }: { params: { id: number }; body: Form<E> & { version: number } },
  ): Promise<Row<E>> {
    const before = await read(context, params.id)
    record.open?.(before)
    if (before.version !== version) throw changedMeanwhile(before)
    const body = whole(form, sent) as Form<E>
    await check?.(context, body, before)
    if (switched && statusOf(body) === 'activo') await mustNotBeOffAbove(context, switched, params.id)
    const values: Record<string, Value> = write(body, context)
    if (switched) values['off_by'] = offByAfter(context.scope, sql`${name}`, sql`${statusOf(body)}`)
    const set = Object.entries(values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
    const rows = await refusingDuplicates(unique, () =>
      context.db.run(sql`
        UPDATE ${name} SET ${sql.join([...set, sql`version = version + 1`, sql`updated_at = now()`], sql`, `)}
        WHERE id = ${params.id} AND version = ${version}`),
    )
    if (rows !== 1) throw changedMeanwhile(await read(context, params.id))
    const saved = await read(context, params.id)
    await after?.(context, saved, before)
    context.audit({
      entity_id: params.id,
      before: trace(before),
      after: trace(saved),
      significant: significant?.(saved, before) ?? false,
    })
    return saved
  }

  return {
    show: (context: Context, { params }: { params: { id: number } }) => read(context, params.id),
    create,
    update,
  }
}

interface Removing<Row, D extends string, K extends string> {
  table: string
  /** As of `VersionedRecord`. */
  switched?: Switched
  read: (reader: Reader, id: number) => Promise<Row>
  /** What the answer says of a record that is gone, and of one that stays switched off because something speaks of it. */
  done: D
  /** None where no table refers to this one. */
  kept?: K
  trace?: (row: Row) => unknown
}

/** Removes a record nothing speaks of; one that something speaks of is switched off. */
export function removing<Row, D extends string, K extends string = never>(said: Removing<Row, D, K>) {
  const { read, done, kept, switched, trace = (row) => row } = said
  const name = sql.identifier(said.table)
  return async (context: Context, { params }: { params: { id: number } }): Promise<{ id: number; result: D | K }> => {
    const { db } = context
    const before = await read(context, params.id)
    if (switched) await mustNotBeOffAbove(context, switched, params.id)
    await db.run(sql`SAVEPOINT removing`)
    const removed = await db.run(sql`DELETE FROM ${name} WHERE id = ${params.id}`).catch(async (error: unknown) => {
      if (kept === undefined || (error as { code?: string }).code !== '23503') throw error
      await db.run(sql`ROLLBACK TO SAVEPOINT removing`)
      return 0
    })
    if (removed || kept === undefined) {
      context.audit({ entity_id: params.id, before: trace(before), significant: true })
      return { id: params.id, result: done }
    }
    const changed = await db.run(sql`
      UPDATE ${name}
      SET status = 'inactivo', ${switched ? sql`off_by = ${context.scope.partner_id},` : sql``} version = version + 1,
        updated_at = now()
      WHERE id = ${params.id} AND status = 'activo'`)
    const after = trace(await read(context, params.id))
    context.audit({ entity_id: params.id, before: trace(before), after, significant: changed > 0 })
    return { id: params.id, result: kept }
  }
}
