/**
 * What a field of the contract is for people: its title, its words, what may be chosen in it and how it
 * is shown. Said once, beside the schema that validates it; columns, filters, forms, facts, conflicts,
 * exports and the OpenAPI document all read it here.
 */
import type { z } from 'zod'
import type { Answer, Arguments, Endpoint } from './endpoint.ts'
import { markedKind, type FieldKind } from './field-kind.ts'
import type { NamedKind } from './names.ts'
import type { SessionUser } from './session.ts'

type Tone = 'good' | 'waiting' | 'bad' | 'neutral'

export interface Option {
  value: string | number
  label: string
}

/** What choices are asked with: the form's or the filters' other values, the record that is edited, the person. */
export interface ChoicesContext {
  /** The record that is edited; a new one has none. */
  id?: number
  values: Readonly<Record<string, unknown>>
  session: SessionUser
}

/** Where the choices of a field come from: the session alone, or a call of the contract. */
export interface Choices {
  endpoint?: Endpoint
  /** The field these depend on: choosing another value there empties this one. */
  within?: string
  /** Other fields that they are asked with. */
  beside?: readonly string[]
  /** Arguments of the call; null while there is nothing to choose from. */
  query?: (context: ChoicesContext) => Record<string, unknown> | null
  /** What its path names; null while there is nothing to choose from. */
  params?: (context: ChoicesContext) => Record<string, unknown> | null
  /** More than a person reads: the call answers those that its `q` finds, and by `id` the one that is chosen (`choiceQuery`). */
  searched?: true
  options: (answer: never, context: ChoicesContext) => Option[]
}

export interface Looks {
  /** The word for each value of an enumeration. */
  labels?: Readonly<Record<string, string>>
  /** Values that are states: shown as a tag, by tone. */
  tones?: Readonly<Record<string, Tone>>
  choices?: Choices
  /** What its number stands for, where the control does not say it: the name is asked for when no choice holds it. */
  names?: NamedKind
  kind?: FieldKind
  /** A sentence below the control. */
  hint?: string
  placeholder?: string
  /** The control of a form where its kind does not say it. */
  control?: 'area' | 'radio' | 'code' | 'phone' | 'email' | 'switch' | 'partner' | 'product' | 'currency' | 'guarded'
  /** Characters that can be typed, where a pattern of the schema says how many it takes. */
  longest?: number
  /** Takes the whole width of a form. */
  wide?: true
  /** The field is only for these values of another one; for the rest it is not shown and keeps nothing. */
  when?: { field: string; is: readonly string[] }
  /** A text that may be empty by its schema, but not where the field is shown. */
  needed?: true
  /** Characters in a file's column. */
  width?: number
  /** What stands where there is no value: `Nunca`. */
  nothing?: string
  /** An amount of zero is as good as no value. */
  zero_is_nothing?: true
  /** What somebody wrote, which is no name: rows keep their height, and its end is what a row has no room for. */
  remark?: true
  /** A filter that few ask for: it stands behind a button with the others like it. */
  rare?: true
  /** A filter that is emptied when this other one, which it is stronger than, is chosen anew. */
  replaced_by?: string
  /** An amount that may be a loss: told by sign, mark and colour. */
  signed?: true
  /** Of a list of objects: its columns in words, for a file or a fact. */
  words?: (value: never) => string
}

/** Not in the schema's own metadata, which ends in the OpenAPI document. */
const looks = new WeakMap<object, Looks>()

type Walked = z.ZodType & {
  _zod: { parent?: z.ZodType; def: { innerType?: z.ZodType; out?: z.ZodType; options?: z.ZodType[]; type: string } }
}

/** A schema, what it was made from, and what it wraps (of alternatives the first), nearest first. */
function* lineage(schema: z.ZodType | undefined): Generator<Walked> {
  let current = schema as Walked | undefined
  while (current) {
    yield current
    const { def, parent } = current._zod
    current = (parent ?? def.innerType ?? def.out ?? def.options?.[0]) as Walked | undefined
  }
}

/** `schema` with the Spanish title under which people know it, and its looks over those of what it is made from. */
export function field<T extends z.ZodType>(schema: T, title: string, more: Looks = {}): T {
  const named = schema.meta({ title }) as T
  looks.set(named, more)
  return named
}

/** Choices that a call answers. `query` gives its arguments, `options` reads its answer. */
export function choices<E extends Endpoint>(
  endpoint: E,
  declared: {
    within?: string
    beside?: readonly string[]
    searched?: true
    query?: (context: ChoicesContext) => NonNullable<Arguments<E>['query']> | null
    params?: (context: ChoicesContext) => NonNullable<Arguments<E>['params']> | null
    options: (answer: Answer<E>, context: ChoicesContext) => Option[]
  },
): Choices {
  return { endpoint, ...declared } as unknown as Choices
}

/** Choices that the session itself knows. */
export function ownChoices(options: (context: ChoicesContext) => Option[]): Choices {
  return { options: (_answer, context) => options(context) }
}

/** Everything said about a field, through optional, default and nullable wrappers; the nearest word wins. */
export function looksOf(schema: z.ZodType | undefined): Looks {
  return [...lineage(schema)].reduceRight<Looks>((gathered, one) => {
    const kind = markedKind(one)
    return { ...gathered, ...looks.get(one), ...(kind && { kind }) }
  }, {})
}

/** The Spanish title of a field, through its wrappers. */
export function titleOf(schema: z.ZodType | undefined): string | undefined {
  for (const one of lineage(schema)) {
    const title = one.meta()?.title
    if (typeof title === 'string') return title
  }
  return undefined
}

const structural: Partial<Record<string, FieldKind>> = { number: 'count', boolean: 'flag', array: 'list' }

/** What a field is read as: as declared, else by its schema. */
export function fieldKind(schema: z.ZodType | undefined): FieldKind {
  const declared = looksOf(schema).kind
  if (declared) return declared
  for (const one of lineage(schema)) {
    const kind = structural[one._zod.def.type]
    if (kind) return kind
  }
  return 'text'
}

/** The values of an enumeration, or of a list's items; null where a field is none. */
export function enumValues(schema: z.ZodType | undefined): readonly string[] | null {
  for (const one of lineage(schema)) {
    const { type } = one._zod.def
    if (type === 'enum') return (one as unknown as z.ZodEnum).options as string[]
    if (type === 'array') return enumValues((one as unknown as z.ZodArray).element as z.ZodType)
  }
  return null
}

/** Does the field hold several values? */
export function isMultiple(schema: z.ZodType | undefined): boolean {
  return [...lineage(schema)].some((one) => one._zod.def.type === 'array')
}

/** Items of a list, or the field itself. */
export function itemOf(schema: z.ZodType): z.ZodType {
  for (const one of lineage(schema)) {
    if (one._zod.def.type === 'array') return (one as unknown as z.ZodArray).element as z.ZodType
  }
  return schema
}

/**
 * The fields inside schemas, lists and alternatives of them included, by their own names; of two that are called
 * alike the one with a title. For a value of which the name alone is left, as in the audit log.
 */
export function fieldsIn(schemas: Iterable<z.ZodType>): ReadonlyMap<string, z.ZodType> {
  const found = new Map<string, z.ZodType>()
  const seen = new Set<object>()
  const visit = (schema: z.ZodType) => {
    for (const one of lineage(schema)) {
      if (seen.has(one)) return
      seen.add(one)
      const { type, options = [] } = one._zod.def
      if (type === 'array') visit((one as unknown as z.ZodArray).element as z.ZodType)
      if (type === 'union') options.forEach(visit)
      if (type !== 'object') continue
      for (const [name, field] of Object.entries((one as unknown as z.ZodObject).shape) as [string, z.ZodType][]) {
        if (!titleOf(found.get(name))) found.set(name, field)
        visit(field)
      }
    }
  }
  for (const schema of schemas) visit(schema)
  return found
}

/** A picture that a value names, and where it stands in it: `logo_url`, `data.3.image_url`. */
export interface NamedPicture {
  path: string
  url: string
}
type PictureFinder = (value: unknown, at: string) => NamedPicture[]

/** Finds the uploaded pictures in values of a schema, lists, objects and alternatives in it included; null where it holds none. */
export function pictureFinder(schema: z.ZodType | undefined): PictureFinder | null {
  if (fieldKind(schema) === 'picture')
    return (value, path) => (typeof value === 'string' && value.startsWith('/images/') ? [{ path, url: value }] : [])
  for (const one of lineage(schema)) {
    const { type, options = [] } = one._zod.def
    if (type === 'union') {
      // A value has the shape of one of them, and what it has no field for is not in it.
      const finders = options.flatMap((option) => pictureFinder(option) ?? [])
      const find: PictureFinder = (value, at) => {
        const found = finders.flatMap((inner) => inner(value, at))
        return [...new Map(found.map((named) => [named.path, named])).values()]
      }
      return finders.length > 0 ? find : null
    }
    if (type === 'array') {
      const inner = pictureFinder((one as unknown as z.ZodArray).element as z.ZodType)
      return (
        inner && ((value, at) => (value as unknown[] | null)?.flatMap((item, n) => inner(item, `${at}.${n}`)) ?? [])
      )
    }
    if (type === 'object') {
      const fields = Object.entries((one as unknown as z.ZodObject).shape).flatMap(([name, of]) => {
        const find = pictureFinder(of as z.ZodType)
        return find ? [[name, find] as const] : []
      })
      const find: PictureFinder = (value, at) =>
        fields.flatMap(([name, inner]) =>
          inner((value as Record<string, unknown> | null)?.[name], at ? `${at}.${name}` : name),
        )
      return fields.length > 0 ? find : null
    }
  }
  return null
}

/** What the number in a field stands for, in each of several too. */
export function namedKindOf(schema: z.ZodType): NamedKind | undefined {
  for (const { names, control } of [looksOf(schema), looksOf(itemOf(schema))]) {
    if (names) return names
    if (control === 'partner' || control === 'product') return control
  }
  return undefined
}

/** The word for a value of a field: its label, or the value itself. */
export function wordOf(schema: z.ZodType | undefined, value: unknown): string {
  const text = String(value)
  return looksOf(schema).labels?.[text] ?? (schema && looksOf(itemOf(schema)).labels?.[text]) ?? text
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

/** Is the field one of the form as it is filled in? */
export function fieldApplies(schema: z.ZodType | undefined, values: Readonly<Record<string, unknown>>): boolean {
  const { when } = looksOf(schema)
  return !when || when.is.includes(String(values[when.field]))
}

/** What a needed field says when it is empty. */
export function neededText(schema: z.ZodType): string {
  return `Complete este dato: ${titleOf(schema)?.toLowerCase() ?? 'falta'}`
}

/** The needed fields of a form that apply and are empty. */
export function missingFields(form: z.ZodObject, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(form.shape).flatMap(([name, schema]) =>
    looksOf(schema as z.ZodType).needed && fieldApplies(schema as z.ZodType, values) && isEmpty(values[name])
      ? [name]
      : [],
  )
}

/** A form's values without what does not apply to them: texts empty, the rest null. */
export function applicableOnly<V extends Readonly<Record<string, unknown>>>(form: z.ZodObject, values: V): V {
  const cleared = Object.entries(values).map(([name, value]) => {
    const schema = form.shape[name] as z.ZodType | undefined
    return [name, fieldApplies(schema, values) ? value : typeof value === 'string' ? '' : null]
  })
  return Object.fromEntries(cleared) as V
}
