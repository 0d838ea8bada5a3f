/**
 * Input for calls as nobody should send it: arbitrary junk, what a schema would take with values from its edges, and
 * the latter with one wrong value in it.
 */
import fc from 'fast-check'
import type { z } from 'zod'

/** Values that mean something in the test's banca, by the name of the field that carries them. */
export type Known = Record<string, readonly unknown[]>

const days = [
  '2026-01-04',
  '2026-02-29',
  '0000-00-00',
  '2026-13-45',
  '9999-12-31',
  '0001-01-01',
  '1900-01-01',
  '2199-12-31',
  '10000-01-01',
  '-0001-01-01',
  '2028-02-29',
  '2026-3-2',
  'hoy',
  '2026-03-02T00:00:00Z',
]
const texts = [
  '',
  ' ',
  '\t\n',
  'NaN',
  'Infinity',
  '-0',
  '1e9',
  '0x10',
  '１２',
  'null',
  'true',
  "'; DROP TABLE tickets; --",
  "' OR '1'='1",
  '%_\\',
  '${7*7}',
  '$1',
  '{}',
  '[]',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'مرحبا بالعالم',
  '\u202Eal revés',
  '🐬👩‍👩‍👧',
  'e\u0301',
  '\uFEFF',
  '\uFFFF',
  '\u0001',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  ...days,
]
/** Text that PostgreSQL cannot keep: nothing at all of it may come in. */
export const unkept = ['\u0000', 'a\u0000b', '\uD800', 'x\uDC00y'] as const

/** Strange, but text. */
const keptText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\0', '\u2400')) },
)
export const hostileText = fc.oneof(
  { weight: 8, arbitrary: keptText },
  { weight: 2, arbitrary: fc.constantFrom(...unkept) },
  { weight: 1, arbitrary: fc.constantFrom(300, 5_000, 100_000).map((length) => 'ñ'.repeat(length)) },
)
const hostileNumber = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.5,
    1e-7,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_648,
    9_007_199_254_740_991,
    9_007_199_254_740_992,
    1e21,
    1e308,
    -1e308,
  ),
  fc.double({ noNaN: true }),
)

function nested(depth: number, list: boolean): unknown {
  let value: unknown = 1
  for (let n = 0; n < depth; n++) value = list ? [value] : { a: value }
  return value
}
/** Keys that would reach an object's prototype: own ones here, so that they are written out. */
const prototypes = fc
  .constantFrom('__proto__', 'constructor', 'prototype', 'toString')
  .map((key) => JSON.parse(`{"${key}": {"isAdmin": true}}`) as unknown)

/** Any JSON, mostly of the wrong shape. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], { 0: 0 }) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(3, 300), fc.boolean()).map(([depth, list]) => nested(depth, list)) },
  { weight: 1, arbitrary: prototypes },
  { weight: 1, arbitrary: fc.array(fc.oneof(hostileText, hostileNumber), { maxLength: 600 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileText, hostileText, { maxKeys: 5 }) },
)

interface Check {
  check: string
  minimum?: number
  maximum?: number
  length?: number
  value?: number
  inclusive?: boolean
  format?: string
  pattern?: RegExp
}
interface Definition {
  type: string
  checks?: readonly { _zod: { def: Check } }[]
  innerType?: z.ZodType
  element?: z.ZodType
  out?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  shape?: Record<string, z.ZodType>
  entries?: Record<string, string>
  values?: readonly unknown[]
  pattern?: RegExp
  format?: string
}
const definitionOf = (schema: z.ZodType) => schema._zod.def as unknown as Definition
const checksOf = ({ checks = [] }: Definition) => checks.map((one) => one._zod.def)
const first = <T>(values: readonly (T | undefined)[]) => values.find((value) => value !== undefined)

function bounds(definition: Definition): { min: number | undefined; max: number | undefined } {
  const checks = checksOf(definition)
  return {
    min: first(
      checks.map(({ check, minimum, length, value, inclusive }) =>
        check === 'greater_than' ? Number(value) + (inclusive ? 0 : 1) : check === 'length_equals' ? length : minimum,
      ),
    ),
    max: first(
      checks.map(({ check, maximum, length, value }) =>
        check === 'less_than' ? value : check === 'length_equals' ? length : maximum,
      ),
    ),
  }
}

function textOf(definition: Definition): fc.Arbitrary<unknown> {
  const { min = 0, max = 100_000 } = bounds(definition)
  if (definition.format === 'email')
    return fc.constantFrom('', 'a@b.co', 'ñandú@x', 'a'.repeat(200) + '@b.co', "o'hara@example.com")
  const pattern = first(checksOf(definition).map((check) => check.pattern))
  if (pattern?.source.startsWith('^\\d{4}-\\d{2}')) return fc.constantFrom(...days)
  if (pattern)
    return fc.oneof(
      { weight: 6, arbitrary: fc.stringMatching(pattern) },
      { weight: 1, arbitrary: fc.constantFrom('', '0', '0.00', '000000000000.01', '999999999999.99', '-1', '1e3') },
    )
  const edges = [min - 1, min, max, max + 1].filter((length) => length >= 0 && length <= 5_000)
  return fc.oneof(
    keptText.map((text) => [...text].slice(0, max).join('').padEnd(min, 'á')),
    fc.constantFrom(...edges).map((length) => 'ñ'.repeat(length)),
    fc.constantFrom('motivo de la prueba', 'Lotto'),
  )
}

function numberOf(definition: Definition): fc.Arbitrary<unknown> {
  const { min = -2, max = 2_147_483_648 } = bounds(definition)
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min, max: Math.min(max, Math.max(min, 0) + 24) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(min - 1, min, max, max + 1, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991),
    },
  )
}

function objectOf(shape: Record<string, z.ZodType>, known: Known): fc.Arbitrary<unknown> {
  const requiredKeys = Object.entries(shape)
    .filter(([, one]) => !['optional', 'default'].includes(definitionOf(one).type))
    .map(([key]) => key)
  return fc.record(Object.fromEntries(Object.entries(shape).map(([key, one]) => [key, fromSchema(one, known, key)])), {
    requiredKeys,
  })
}

/** Past what wraps it: optional, with a default, prepared before it is judged. */
function kindOf(schema: z.ZodType): string {
  const { type, innerType, out } = definitionOf(schema)
  const inner = innerType ?? out
  return inner ? kindOf(inner) : type
}

/**
 * What a schema would mostly take, its edges and just past them included. `known` gives the values
 * without which nothing is ever found: ids, serials, numbers that are really played.
 */
export function fromSchema(schema: z.ZodType, known: Known, key = ''): fc.Arbitrary<unknown> {
  const made = anyOf(schema, known, key)
  const kind = kindOf(schema)
  const values =
    kind === 'object' ? [] : (known[key] ?? []).filter((value) => Array.isArray(value) === (kind === 'array'))
  return values.length
    ? fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: made })
    : made
}

function anyOf(schema: z.ZodType, known: Known, key: string): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema)
  const inner = () => fromSchema(definition.innerType!, known, key)
  switch (definition.type) {
    case 'string':
      return textOf(definition)
    case 'number':
      return numberOf(definition)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries!))
    case 'literal':
      return fc.constantFrom(...definition.values!)
    case 'optional':
      return inner()
    case 'default':
      return inner()
    case 'nullable':
      return fc.oneof({ weight: 2, arbitrary: inner() }, { weight: 1, arbitrary: fc.constant(null) })
    case 'pipe':
      return fromSchema(definition.out!, known, key)
    case 'union':
      return fc.oneof(...definition.options!.map((one) => fromSchema(one, known, key)))
    case 'record':
      return fc.dictionary(
        fc.oneof(fc.constantFrom('BS', 'USD'), hostileText),
        fromSchema(definition.valueType!, known),
        { maxKeys: 3 },
      )
    case 'object':
      return objectOf(definition.shape!, known)
    case 'array': {
      const { min = 0, max = 10 } = bounds(definition)
      return fc.array(fromSchema(definition.element!, known, key), {
        minLength: min,
        maxLength: Math.max(min, Math.min(max, 3)),
      })
    }
    case 'unknown':
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`no generator for a schema of kind ${definition.type}`)
  }
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    at,
    ...Object.entries(value).flatMap(([key, inner]) =>
      pathsOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

/** A copy of `value` with what stands at a path put in another's place. */
function placed(value: unknown, [step, ...rest]: Path, wrong: unknown): unknown {
  if (step === undefined) return wrong
  if (Array.isArray(value)) return value.map((inner, at) => (at === step ? placed(inner, rest, wrong) : inner))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, key === step ? placed(inner, rest, wrong) : inner]),
  )
}

/** A good value with one of its parts, picked by `where`, made wrong, or with something in it that nobody asked for. */
export function spoiled(good: unknown, where: number, wrong: unknown, add: boolean): unknown {
  if (add && typeof good === 'object' && good !== null && !Array.isArray(good)) return { ...good, sobra: wrong }
  const paths = pathsOf(good)
  const deeper = paths.length > 1 ? paths.slice(1) : paths
  return placed(good, deeper[where % deeper.length]!, wrong)
}
