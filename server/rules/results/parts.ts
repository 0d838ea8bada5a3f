/**
 * What a result of a product is made of, and whether numbers that somebody wrote are one: fixed-width
 * text, every part there once, symbols of the product itself. Nothing here knows what was sold.
 */
import { sql } from 'drizzle-orm'
import type { Place, ResultNumber, ResultPart } from '@contract/draws.ts'
import { problems, type FieldFault } from '@contract/problems.ts'
import type { ProductKind } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'

export interface ResultShape {
  product_id: number
  kind: ProductKind
  parts: ResultPart[]
}

const signed = new Set<BetKind>(['zodiacal', 'terminal_signo'])

/** The parts of a result, from the kind of the product and the bets it offers. A polla's result is made by its draws. */
function partsOf(kind: ProductKind, bets: readonly { kind: BetKind; place: string }[]): ResultPart[] {
  if (kind === 'animalitos') return [{ place: '', label: 'Animal', digits: null, sign: false }]
  if (kind === 'panama')
    return (['1', '2', '3'] as const).map((place) => ({ place, label: `${place}.º premio`, digits: 4, sign: false }))
  if (kind === 'polla') return []
  const places = [...new Set(bets.map((bet) => bet.place))].filter(Boolean).sort() as Place[]
  return places.map((place) => ({
    place,
    label: `Triple ${place}`,
    digits: 3,
    sign: bets.some((bet) => bet.place === place && signed.has(bet.kind)),
  }))
}

/** Shapes of several products, by their ids. */
export async function resultShapes(db: Executor, product_ids: readonly number[]): Promise<Map<number, ResultShape>> {
  const rows = await db.rows<{ product_id: number; kind: ProductKind; bets: { kind: BetKind; place: string }[] }>(sql`
    SELECT p.id AS product_id, p.kind::text AS kind, coalesce((
      SELECT jsonb_agg(jsonb_build_object('kind', b.kind, 'place', b.place))
      FROM product_bet_types o
      JOIN bet_types b ON b.id = o.bet_type_id
      WHERE o.product_id = p.id AND o.enabled
    ), '[]'::jsonb) AS bets FROM products p WHERE p.id = ANY (${list(product_ids)}::int[])`)
  return new Map(
    rows.map(({ product_id, kind, bets }) => [product_id, { product_id, kind, parts: partsOf(kind, bets) }]),
  )
}

/** Of these codes, those that are symbols of the product. */
async function knownSymbols(db: Executor, product_id: number, codes: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    sql`SELECT code FROM product_symbols WHERE product_id = ${product_id} AND code = ANY (${list(codes)}::text[])`,
  )
  return new Set(rows.map((row) => row.code))
}

/** What is wrong with the numbers, each on its field; none when they are a result of this shape. */
function resultFaults(
  { parts }: ResultShape,
  numbers: readonly ResultNumber[],
  symbols: ReadonlySet<string>,
): FieldFault[] {
  const fault = (index: number, field: string, message: string): FieldFault => ({
    path: `numbers.${index}.${field}`,
    message,
    code: 'result_invalid',
  })
  const faults = numbers.flatMap((one, index): FieldFault[] => {
    const part = parts.find((each) => each.place === one.place)
    if (!part) return [fault(index, 'place', 'El producto no tiene esa parte del resultado.')]
    if (numbers.findIndex((each) => each.place === one.place) !== index)
      return [fault(index, 'place', `${part.label} está repetido.`)]
    if (part.digits === null)
      return symbols.has(one.number) ? [] : [fault(index, 'number', `«${one.number}» no es un símbolo del producto.`)]
    if (!/^[0-9]+$/.test(one.number) || one.number.length !== part.digits)
      return [fault(index, 'number', `${part.label}: escriba ${part.digits} dígitos.`)]
    if (part.sign && !one.sign) return [fault(index, 'sign', `${part.label}: falta el signo.`)]
    return part.sign || !one.sign ? [] : [fault(index, 'sign', `${part.label} no lleva signo.`)]
  })
  const missing = parts.filter((part) => !numbers.some((one) => one.place === part.place))
  return [
    ...faults,
    ...missing.map(
      (part): FieldFault => ({ path: 'numbers', message: `Falta ${part.label}.`, code: 'result_invalid' }),
    ),
  ]
}

/** The numbers in the order of their places, checked. @throws Problem `result_invalid` on the first number that is wrong */
export async function checkedNumbers(
  db: Executor,
  shape: ResultShape,
  numbers: readonly ResultNumber[],
): Promise<ResultNumber[]> {
  if (shape.parts.length === 0)
    throw new Problem('result_invalid', { detail: 'El resultado de una polla sale de sus sorteos.' })
  const faults = resultFaults(
    shape,
    numbers,
    await knownSymbols(
      db,
      shape.product_id,
      numbers.map((one) => one.number),
    ),
  )
  const [first] = faults
  if (first)
    throw new Problem('result_invalid', {
      errors: faults,
      detail: faults.length === 1 ? first.message : problems.result_invalid.detail,
    })
  return shape.parts.map((part) => numbers.find((one) => one.place === part.place)!)
}
