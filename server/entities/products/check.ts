/** What a product must not say: hours that coincide, bets that its kind does not have, a split that is not whole. */
import { sql } from 'drizzle-orm'
import type { FieldFault } from '@contract/problems.ts'
import { productSettings, type Product, type ProductForm } from '@contract/products.ts'
import { canonicalNumber, isBetNumber, type BetKind } from '@contract/values/bet-numbers.ts'
import { isZone } from '@contract/values/dates.ts'
import { compare } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { checkSchedule, fault } from './check-schedule.ts'
import { checkPolla } from './check-polla.ts'
import { betTypesOf } from './queries.ts'

/**
 * Throws one problem with every fault on its field, under the code of the first.
 * @param before the product as it stands; undefined for a new one
 */
export async function mustBeSoundProduct(db: Executor, form: ProductForm, before?: Product): Promise<void> {
  const faults = [
    ...(await identityFaults(db, form, before?.id)),
    ...checkSchedule(form),
    ...(await offerFaults(db, form)),
    ...(await wildcardFaults(db, form, before?.id)),
    ...(await checkPolla(db, form, before?.id)),
  ]
  const [first] = faults
  if (first) throw new Problem(first.code ?? 'invalid', { detail: first.message, errors: faults })
}

async function identityFaults(db: Executor, { code, name, zone }: ProductForm, id = 0): Promise<FieldFault[]> {
  const others = await db.rows<{ code: string; name: string }>(sql`SELECT code, name FROM products WHERE id <> ${id}`)
  return [
    ...(others.some((one) => one.code === code)
      ? [fault('code', 'code_taken', 'Ya existe un producto con ese código')]
      : []),
    ...(others.some((one) => fold(one.name) === fold(name))
      ? [fault('name', 'name_taken', 'Ya existe un producto con ese nombre')]
      : []),
    ...(isZone(zone) ? [] : [fault('zone', 'unknown_timezone')]),
  ]
}

async function offerFaults(db: Executor, { kind, offers }: ProductForm): Promise<FieldFault[]> {
  const possible = new Map((await betTypesOf(db, kind)).map((type) => [type.id, type]))
  return offers.flatMap(({ bet_type_id, enabled, multiplier, place_multipliers }, index) => {
    const type = possible.get(bet_type_id)
    const at = `offers.${index}`
    if (!type)
      return enabled
        ? [fault(`${at}.bet_type_id`, 'bet_type_not_offered', 'Ese tipo de jugada no es de esta clase de producto')]
        : []
    if (offers.findIndex((one) => one.bet_type_id === bet_type_id) < index)
      return [fault(`${at}.bet_type_id`, 'invalid', 'La jugada está repetida')]
    const places = type.kind === 'terminal_pa'
    return [
      ...(compare(multiplier, '0') > 0
        ? []
        : [fault(`${at}.multiplier`, 'invalid', 'El multiplicador debe ser mayor que cero')]),
      ...(places && !place_multipliers
        ? [fault(`${at}.place_multipliers`, 'invalid', 'Escriba lo que paga cada premio')]
        : []),
      ...(!places && place_multipliers
        ? [fault(`${at}.place_multipliers`, 'invalid', 'Esta jugada gana un solo premio')]
        : []),
      ...(place_multipliers ?? []).flatMap((one, place) =>
        compare(one, '0') > 0
          ? []
          : [fault(`${at}.place_multipliers.${place}`, 'invalid', 'El multiplicador debe ser mayor que cero')],
      ),
    ]
  })
}

/** Symbols are the stored ones: a new product has none yet. */
async function wildcardFaults(db: Executor, { kind, wildcards }: ProductForm, id = 0): Promise<FieldFault[]> {
  if (wildcards.length === 0) return []
  const kinds = new Map((await betTypesOf(db, kind)).map((type) => [type.id, type.kind]))
  const symbols = new Set(
    (await db.rows<{ code: string }>(sql`SELECT code FROM product_symbols WHERE product_id = ${id}`)).map(
      (row) => row.code,
    ),
  )
  const seen = new Set<string>()
  return wildcards.flatMap((wildcard, index) => {
    const at = `wildcards.${index}`
    const { bet_type_id, number, multiplier, from_day, to_day } = wildcard
    const bet: BetKind | undefined = kinds.get(bet_type_id)
    if (!bet || bet === 'polla')
      return [fault(`${at}.bet_type_id`, 'bet_type_not_offered', 'Esa jugada no admite comodines en este producto')]
    if (!isBetNumber(bet, number, symbols)) return [fault(`${at}.number`, 'number_invalid')]
    const key = `${bet_type_id} ${canonicalNumber(bet, number)} ${from_day ?? ''}`
    const repeated = seen.has(key)
    seen.add(key)
    return [
      ...(repeated ? [fault(`${at}.number`, 'invalid', 'El comodín está repetido')] : []),
      ...(compare(multiplier, '0') > 0
        ? []
        : [fault(`${at}.multiplier`, 'invalid', 'El multiplicador debe ser mayor que cero')]),
      ...(from_day && to_day && from_day > to_day ? [fault(`${at}.to_day`, 'range_backwards')] : []),
    ]
  })
}

/**
 * A line was sold for what its draw will say: another kind of product says something else, so with open
 * bets the kind stays. Switching a bet type off only stops its sale: a line carries its own multiplier.
 * @throws Problem `product_in_use`
 */
export async function mustNotStrand(db: Executor, before: Product, form: ProductForm): Promise<void> {
  if (before.kind === form.kind) return
  const open = await db.one(sql`
    SELECT 1
    FROM draws d
    WHERE d.product_id = ${before.id} AND d.state = 'activo'
      AND EXISTS (SELECT 1 FROM ticket_lines l WHERE l.draw_id = d.id AND l.state = 'pendiente')
    LIMIT 1`)
  if (open)
    throw Problem.on(
      'kind',
      'product_in_use',
      'Hay jugadas abiertas: el tipo del producto no puede cambiar hasta que se premien',
    )
  const counted = await db.rows<{ name: string }>(sql`
    SELECT name
    FROM products
    WHERE id <> ${before.id} AND settings -> 'polla' -> 'source_products' @> ${JSON.stringify([before.id])}::jsonb
    ORDER BY name`)
  if (counted.length)
    throw Problem.on('kind', 'product_in_use', `Lo cuentan: ${counted.map((one) => one.name).join(', ')}`)
}

/** Settings as they are kept: only a polla has a polla's. */
export function settingsOf({ kind, settings }: ProductForm): ProductForm['settings'] {
  return productSettings.parse({ ...settings, polla: kind === 'polla' ? settings.polla : null })
}
