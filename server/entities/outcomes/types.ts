/** Kinds of incomes and outcomes: an agency's own, and the banca's for all. */
import { sql } from 'drizzle-orm'
import type { Answer, Received } from '@contract/endpoint.ts'
import type { MovementTypeRow, outcomes } from '@contract/outcomes.ts'
import { fold } from '@contract/values/text.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { changedMeanwhile, refusingDuplicates } from '../../platform/lists/versioned.ts'

type TypeForm = Received<typeof outcomes.createType>['body']

/** Of the caller's agency, which an office has above it, and of the banca. */
function known({ session }: Pick<Context, 'session'>) {
  return sql`(owner.type = 'banca' OR owner.id IN (
    SELECT above.ancestor_id FROM partner_ancestors above WHERE above.partner_id = ${session.partner_id}))`
}

const columns = ({ session }: Pick<Context, 'session'>) => sql`
  type.id, type.direction, type.name, type.needs_approval, type.borne_by, type.status::text AS status, owner.name AS partner_name,
  type.partner_id = ${session.partner_id} AS own, type.version`
const tables = sql`expenditure_types type JOIN partners owner ON owner.id = type.partner_id`

export async function typesOf(
  context: Context,
  { direction, inactive }: Received<typeof outcomes.types>['query'],
): Promise<Answer<typeof outcomes.types>> {
  const data = await context.db.rows<MovementTypeRow>(sql`
    SELECT ${columns(context)} FROM ${tables}
    WHERE ${known(context)} AND type.direction = ${direction} ${inactive ? sql`` : sql`AND type.status = 'activo'`}
    ORDER BY type.name, type.id`)
  return { data }
}

/** @throws Problem `not_found` */
async function read(context: Context, id: number): Promise<MovementTypeRow> {
  const found = await context.db.one<MovementTypeRow>(sql`
    SELECT ${columns(context)} FROM ${tables} WHERE ${known(context)} AND type.id = ${id}`)
  if (!found) throw new Problem('not_found')
  return found
}

/** @throws Problem `invalid`, on the field */
async function mustBeSound({ db, session }: Context, { direction, needs_approval, borne_by }: TypeForm): Promise<void> {
  const refuse = (path: 'needs_approval' | 'borne_by', message: string) => {
    throw Problem.on(path, 'invalid', message)
  }
  const banca = await db.one<{ panama: boolean }>(sql`SELECT country_iso2 = 'PA' AS panama FROM banca`)
  if (banca!.panama && needs_approval) refuse('needs_approval', 'En Panamá ningún movimiento espera aprobación')
  if (borne_by === 'agencia') return
  if (banca!.panama) refuse('borne_by', 'En Panamá la banca no decide egresos')
  if (direction === 'ingreso') refuse('borne_by', 'La banca asume egresos, no ingresos')
  if (session.partner_type !== 'banca') refuse('borne_by', 'Lo que asume la banca lo crea ella')
}

const unique = { expenditure_types_name: ['name', 'name_taken', 'Ya existe un tipo con ese nombre.'] } as const

/** @throws Problem `name_taken`, `invalid` */
export async function createMovementType(context: Context, form: TypeForm): Promise<MovementTypeRow> {
  await mustBeSound(context, form)
  const { direction, name, needs_approval, borne_by, status } = form
  const made = await refusingDuplicates(unique, () =>
    context.db.one<{ id: number }>(sql`
      INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval, borne_by, status)
      VALUES (${context.scope.partner_id}, ${direction}, ${name}, ${fold(name)}, ${needs_approval}, ${borne_by}, ${status})
      RETURNING id`),
  )
  const row = await read(context, made!.id)
  context.audit({ entity_id: row.id, after: row, significant: true })
  return row
}

/**
 * Which way it goes and who bears it stay as they were: what was written with it says so in the books.
 * @throws Problem `not_found`, `not_your_side`, `changed_meanwhile`, `name_taken`, `invalid`
 */
export async function updateMovementType(
  context: Context,
  id: number,
  { version, ...form }: TypeForm & { version: number },
): Promise<MovementTypeRow> {
  const before = await read(context, id)
  if (!before.own) throw new Problem('not_your_side', { detail: 'Un tipo lo cambia quien lo creó.' })
  if (before.version !== version) throw changedMeanwhile(before)
  const fixed = (['direction', 'borne_by'] as const).find((name) => form[name] !== before[name])
  if (fixed) throw Problem.on(fixed, 'invalid', 'No se cambia: desactive este tipo y cree otro')
  await mustBeSound(context, form)
  const { name, needs_approval, status } = form
  const saved = await refusingDuplicates(unique, () =>
    context.db.run(sql`
      UPDATE expenditure_types SET name = ${name}, name_key = ${fold(name)}, needs_approval = ${needs_approval}, status = ${status},
        version = version + 1, updated_at = now()
      WHERE id = ${id} AND version = ${version}`),
  )
  if (saved !== 1) throw changedMeanwhile(await read(context, id))
  const row = await read(context, id)
  context.audit({ entity_id: id, before, after: row, significant: true })
  return row
}
