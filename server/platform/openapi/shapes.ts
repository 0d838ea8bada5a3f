/**
 * The shapes of all calls as one set of components: what several calls share stands once, under its name, and
 * is pointed at everywhere else.
 */
import { z } from 'zod'
import { sharedShapes } from '@contract/openapi-texts.ts'
import { isStreamed } from '@contract/endpoint.ts'
import { enumValues, looksOf } from '@contract/field.ts'
import { everyEndpoint } from '@contract/index.ts'

export type Json = Record<string, unknown>

export interface ShapedField {
  name: string
  required: boolean
  schema: Json
  /** What is said of the shape that it points at. */
  said: unknown
}

export interface Shapes {
  /** By name, as `components.schemas` has them. */
  components: Record<string, Json>
  /** A pointer to a body or an answer. */
  pointer(schema: z.ZodType): Json
  /** The fields of a query or of a path's parameters. */
  fields(schema: z.ZodType): ShapedField[]
}

type Walked = z.ZodType & {
  _zod: {
    parent?: z.ZodType
    def: {
      type: string
      innerType?: z.ZodType
      element?: z.ZodType
      valueType?: z.ZodType
      in?: Walked
      out?: z.ZodType
      options?: z.ZodType[]
      shape?: Record<string, z.ZodType>
    }
  }
}

const start = '#/components/schemas/'
const capital = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())
const pascal = (...words: string[]) => words.flatMap((word) => word.split(/[^a-zA-Z0-9]+/).map(capital)).join('')

/** What a schema is made of, each part with the word that tells it from its siblings. */
function partsOf(schema: z.ZodType): [word: string, part: z.ZodType][] {
  const { parent, def } = (schema as Walked)._zod
  if (parent) return [['', parent]]
  const { innerType, element, valueType, in: from, out, options = [], shape = {} } = def
  const single = [innerType, element, valueType, from?._zod.def.type === 'transform' ? out : from]
  return [
    ...single.flatMap((part) => (part ? [['', part] as [string, z.ZodType]] : [])),
    ...options.map((part) => ['', part] as [string, z.ZodType]),
    ...Object.entries(shape),
  ]
}

/** A name as it is, or with the first number that nobody has behind it. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name
  for (let count = 2; isTaken(free); count++) free = `${name}${count}`
  return free
}

/** What a body is when it is sent at all. */
export function requiredBody(schema: z.ZodType): z.ZodType {
  const { type, innerType } = (schema as Walked)._zod.def
  return innerType && (type === 'optional' || type === 'nullable') ? requiredBody(innerType) : schema
}

/** Names for everything that is pointed at: as the contract calls it, else after the first call that has it. */
function register(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>()
  const taken = new Set<string>()
  const give = (schema: z.ZodType, name: string): void => {
    if (registry.has(schema)) return
    const id = freeName(name, (one) => taken.has(one))
    taken.add(id)
    registry.add(schema, { id })
  }
  for (const [name, { schema }] of Object.entries(sharedShapes)) give(schema, name)
  const calls = everyEndpoint().map(({ entity, name, endpoint }) => ({ call: pascal(entity, name), entity, endpoint }))
  for (const { call, endpoint } of calls) {
    if (endpoint.list) give(endpoint.list.row, call.replace(/List$/, '') + 'Row')
    if (!isStreamed(endpoint.response)) give(endpoint.response, `${call}Answer`)
    if (endpoint.body) give(requiredBody(endpoint.body), `${call}Body`)
    // Parts of an address stand in each call: these names are taken out again.
    for (const part of [endpoint.params, endpoint.query]) if (part) give(part, `?${call}`)
  }
  const seen = new Set<z.ZodType>()
  const visit = (schema: z.ZodType, name: string): void => {
    if (seen.has(schema)) {
      if (['object', 'enum'].includes((schema as Walked)._zod.def.type)) give(schema, name)
      return
    }
    seen.add(schema)
    for (const [word, part] of partsOf(schema)) visit(part, pascal(name, word))
  }
  for (const { call, endpoint } of calls)
    for (const part of [endpoint.response, endpoint.body, endpoint.query])
      if (part && !isStreamed(part)) visit(part, call)
  return registry
}

/** What a field is for people, in a sentence or two: its title, what is said of it, and the words of its values. */
function saidOf(schema: z.ZodType): string | undefined {
  const { title, description } = schema.meta() ?? {}
  if (!title && !description) return undefined
  const { hint, labels = {} } = looksOf(schema)
  const values = enumValues(schema)
  const words = Object.entries(labels)
    .filter(([value]) => !values || values.includes(value))
    .map(([value, label]) => `\`${value}\` ${label}`)
  return [title, description, hint, words.join(', ')]
    .filter(Boolean)
    .map((one) => String(one).replace(/\.$/, ''))
    .join('. ')
}

/** Titles are sentences for people, which generators would take for names. */
function describe({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  delete jsonSchema.title
  const schema = zodSchema as unknown as Walked
  const said = saidOf(schema)
  const { parent } = schema._zod
  if (parent && said === saidOf(parent) && jsonSchema.allOf) delete jsonSchema.description
  else if (said) jsonSchema.description = said
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What a shape points at and adds nothing to the shape of, if that is all it is made of. */
function pointedAt({ allOf }: Json): string | undefined {
  const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined
  return isJson(only) && typeof only.$ref === 'string' ? only.$ref : undefined
}

/** A component with all that it points at written out. */
function writtenOut(pointer: string, components: Record<string, Json>): Json {
  const { $id: _id, allOf, ...own } = components[pointer.slice(start.length)]!
  const further = pointedAt({ allOf })
  return further ? { ...writtenOut(further, components), ...own } : { ...own, ...(allOf !== undefined && { allOf }) }
}

/** Where a pointer leads past components that are another one and nothing else. */
function furthest(pointer: string, components: Record<string, Json>): string {
  const { $id: _id, allOf, ...own } = components[pointer.slice(start.length)]!
  const further = pointedAt({ allOf })
  if (!further) return pointer
  const whole = writtenOut(further, components)
  return Object.entries(own).every(([key, one]) => isSame(one, whole[key])) ? furthest(further, components) : pointer
}

/** As OpenAPI 3.0 has it, and nothing said that says nothing. */
function tidied(value: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((one) => tidied(one, components))
  if (!isJson(value)) return value
  const { $id: _id, ...rest } = value
  // No number is exact beyond these: they bound nothing.
  if (rest.maximum === Number.MAX_SAFE_INTEGER) delete rest.maximum
  if (rest.minimum === Number.MIN_SAFE_INTEGER) delete rest.minimum
  const pointer = pointedAt(rest)
  if (pointer) return pointing(rest, pointer, components)
  // Of alternatives, one of them is what may be null.
  if (rest.nullable && Array.isArray(rest.anyOf) && rest.type === undefined) {
    const { nullable, anyOf, ...further } = rest
    const [first, ...others] = anyOf as Json[]
    return tidied({ ...further, anyOf: [{ ...first, nullable }, ...others] }, components)
  }
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, tidied(one, components)]))
}

/** A shape that is another one, but for what is said of it here. */
function pointing({ allOf: _allOf, ...rest }: Json, pointer: string, components: Record<string, Json>): unknown {
  const whole = writtenOut(pointer, components)
  // What is pointed at may not be null: what may be is written out.
  if (rest.nullable) return tidied({ ...whole, ...rest }, components)
  const own = Object.entries(rest).filter(([key, one]) => !isSame(one, whole[key]))
  const $ref = furthest(pointer, components)
  return own.length === 0 ? { $ref } : { allOf: [{ $ref }], ...Object.fromEntries(own) }
}

/** The shapes of every call of the contract. Answers are written as they are declared and never transformed: one direction serves both. */
export function shapesOf(): Shapes {
  const registry = register()
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => start + id,
    override: describe as never,
  }) as { schemas: Record<string, Json> }
  for (const [name, { text }] of Object.entries(sharedShapes)) if (text) schemas[name]!.description = text
  const whole = tidied(schemas, schemas) as Record<string, Json>
  const nameOf = (schema: z.ZodType) => registry.get(schema)!.id
  return {
    components: Object.fromEntries(
      Object.entries(whole)
        .filter(([name]) => !name.startsWith('?'))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    pointer: (schema) => ({ $ref: start + nameOf(schema) }),
    fields: (schema) => {
      const { properties = {}, required = [] } = whole[nameOf(schema)] as {
        properties?: Record<string, Json>
        required?: string[]
      }
      return Object.entries(properties).map(([name, of]) => {
        const pointer = typeof of.$ref === 'string' ? of.$ref : pointedAt(of)
        const said = pointer && whole[pointer.slice(start.length)]?.description
        return { name, required: required.includes(name), schema: of, said }
      })
    },
  }
}
