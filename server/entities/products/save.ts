/**
 * Writes a product and has its future draws follow. The version decides between two people. What was sold
 * keeps the multipliers it was sold with: they are on its lines.
 */
import { sql } from 'drizzle-orm'
import type { Product, ProductForm } from '@contract/products.ts'
import { canonicalNumber } from '@contract/values/bet-numbers.ts'
import { addDays } from '@contract/values/dates.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import { drawDaysAhead } from '../../rules/draws/generate.ts'
import { reconcileDraws } from '../../rules/draws/reconcile.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { ensurePollaRounds } from '../../rules/polla/rounds.ts'
import { mustBeSoundProduct, mustNotStrand, settingsOf } from './check.ts'
import { firstScheduleDay, betTypesOf, productOf } from './queries.ts'

/** @throws Problem `code_taken`, `name_taken` and those of `mustBeSoundProduct`, on their fields */
export async function createProduct(context: Context, form: ProductForm): Promise<Product> {
  const { db } = context
  await mustBeSoundProduct(db, form)
  const row = await refusingTaken(() =>
    db.one<{ id: number }>(sql`
    INSERT INTO products (code, name, kind, zone, status, position, settings)
    VALUES (
      ${form.code}, ${form.name}, ${form.kind}::product_kind, ${form.zone}, ${form.status}::active_status, ${form.position},
      ${json(settingsOf(form))}
    )
    RETURNING id`),
  )
  const { id } = row!
  await writeParts(db, id, form)
  await drawsFollow(context, id)
  const after = await productOf(context, id)
  context.audit({ entity_id: id, after: auditedProduct(after), significant: true })
  return after
}

/**
 * @throws Problem `not_found`, `changed_meanwhile` (with the product as it is now in `current`),
 * `product_in_use` and those of `createProduct`
 */
export async function updateProduct(
  context: Context,
  id: number,
  form: ProductForm & { version: number },
): Promise<Product> {
  const { db } = context
  const before = await productOf(context, id)
  if (before.version !== form.version) throw new Problem('changed_meanwhile', { extra: { current: before } })
  await mustBeSoundProduct(db, form, before)
  await mustNotStrand(db, before, form)
  const taken = await refusingTaken(() =>
    db.run(sql`
    UPDATE products
    SET code = ${form.code}, name = ${form.name}, kind = ${form.kind}::product_kind, zone = ${form.zone},
      status = ${form.status}::active_status,
      position = ${form.position}, settings = ${json(settingsOf(form))}, version = version + 1
    WHERE id = ${id} AND version = ${form.version}`),
  )
  if (taken !== 1) throw new Problem('changed_meanwhile', { extra: { current: await productOf(context, id) } })
  await writeParts(db, id, form)
  const after = await productOf(context, id)
  if (drawsOf(before) !== drawsOf(after)) await drawsFollow(context, id)
  const saved = await productOf(context, id)
  context.audit({
    entity_id: id,
    before: auditedProduct(before),
    after: auditedProduct(saved),
    significant: paysOf(before) !== paysOf(saved) || before.status !== saved.status || before.kind !== saved.kind,
  })
  return saved
}

/**
 * Schedule, exceptions and wildcards are replaced. A bet type that is not offered any more stays, switched off: what
 * was sold refers to it.
 */
async function writeParts(db: Executor, id: number, form: ProductForm): Promise<void> {
  await db.run(sql`DELETE FROM product_schedules WHERE product_id = ${id}`)
  await db.run(sql`
    INSERT INTO product_schedules (product_id, weekday_mask, local_time, close_minutes, valid_from, valid_to)
    SELECT ${id}::smallint, r.weekday_mask, r.local_time, r.close_minutes, coalesce(r.valid_from, ${firstScheduleDay}::date), r.valid_to
    FROM jsonb_to_recordset(${json(form.schedules)}) AS r(
      weekday_mask smallint, local_time time, close_minutes smallint, valid_from date, valid_to date
    )`)
  await db.run(sql`DELETE FROM schedule_exceptions WHERE product_id = ${id}`)
  await db.run(sql`
    INSERT INTO schedule_exceptions (product_id, day, local_time, kind)
    SELECT ${id}::smallint, r.day, r.local_time, r.kind
    FROM jsonb_to_recordset(${json(form.exceptions)}) AS r(day date, local_time time, kind text)`)
  await writeOffers(db, id, form)
}

async function writeOffers(db: Executor, id: number, { kind, offers, wildcards }: ProductForm): Promise<void> {
  const kinds = new Map((await betTypesOf(db, kind)).map((type) => [type.id, type.kind]))
  // Where several prizes may be won, the multiplier is the first one's.
  const own = offers
    .filter((one) => kinds.has(one.bet_type_id))
    .map((one) => ({ ...one, multiplier: one.place_multipliers?.[0] ?? one.multiplier }))
  await db.run(sql`UPDATE product_bet_types SET enabled = false WHERE product_id = ${id}`)
  await db.run(sql`
    INSERT INTO product_bet_types AS o (product_id, bet_type_id, multiplier, place_multipliers, enabled)
    SELECT ${id}::smallint, r.bet_type_id, r.multiplier, r.place_multipliers, r.enabled
    FROM jsonb_to_recordset(${json(own)}) AS r(bet_type_id smallint, multiplier numeric, place_multipliers numeric[], enabled boolean)
    WHERE r.enabled OR EXISTS (SELECT 1 FROM product_bet_types k WHERE k.product_id = ${id} AND k.bet_type_id = r.bet_type_id)
    ON CONFLICT (product_id, bet_type_id) DO UPDATE SET multiplier = excluded.multiplier,
      place_multipliers = excluded.place_multipliers, enabled = excluded.enabled`)
  const numbers = wildcards.map((one) => ({ ...one, number: canonicalNumber(kinds.get(one.bet_type_id)!, one.number) }))
  await db.run(sql`DELETE FROM product_wildcards WHERE product_id = ${id}`)
  await db.run(sql`
    INSERT INTO product_wildcards (product_id, bet_type_id, number, multiplier, from_day, to_day)
    SELECT ${id}::smallint, r.bet_type_id, r.number, r.multiplier, r.from_day, r.to_day
    FROM jsonb_to_recordset(${json(numbers)}) AS r(bet_type_id smallint, number text, multiplier numeric, from_day date, to_day date)`)
}

/** Draws first, then the polla rounds that list them. */
export async function drawsFollow({ db, today, now }: Context, id: number): Promise<void> {
  await reconcileDraws(db, id, today, now)
  await ensurePollaRounds(db, today, addDays(today, drawDaysAhead))
}

/** What the draws of a product are made from. */
function drawsOf({ status, kind, zone, settings, schedules, exceptions }: Product): string {
  return JSON.stringify([status, kind, zone, settings.sale_days_before, settings.polla, schedules, exceptions])
}

/** What a product pays. */
function paysOf({ offers, wildcards, settings }: Product): string {
  return JSON.stringify([offers, wildcards, settings.polla, settings.tripleta_draws])
}

/** A product for the audit log: what people set, not what is counted from it. */
export function auditedProduct({
  code,
  name,
  kind,
  zone,
  status,
  position,
  version,
  settings,
  schedules,
  exceptions,
  offers,
  wildcards,
}: Product) {
  const offered = offers
    .filter((one) => one.enabled)
    .map(({ bet_type_id, name: bet, multiplier, place_multipliers }) => ({
      bet_type_id,
      name: bet,
      multiplier,
      ...(place_multipliers && { place_multipliers }),
    }))
  return {
    code,
    name,
    kind,
    zone,
    status,
    position,
    version,
    settings,
    schedules,
    exceptions,
    offers: offered,
    wildcards,
  }
}

/** Two people may pass the check at the same instant: the index then refuses the second, told the same as if it had come later. */
async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'products_code_key')
      throw Problem.on('code', 'code_taken', 'Ya existe un producto con ese código')
    if (code === '23505' && constraint === 'products_name_key')
      throw Problem.on('name', 'name_taken', 'Ya existe un producto con ese nombre')
    throw error
  }
}
