/** What of a value a schema speaks of: a record that was read holds more than what is saved of it. */
import type { z } from 'zod'

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  discriminator?: string
}
const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The same value without the fields that the schema does not know, at any depth. Nothing is checked or changed. */
export function stripUnknown(schema: z.ZodType, value: unknown): unknown {
  const { type, shape, catchall, element, valueType, innerType, in: before, out, options } = defOf(schema)
  if (innerType) return stripUnknown(innerType, value)
  if (before && out) return stripUnknown(defOf(before).type === 'transform' ? out : before, value)
  if (element && Array.isArray(value)) return value.map((one) => stripUnknown(element, one))
  if (options && type === 'union') return stripUnknown(optionOf(schema, value) ?? options[0]!, value)
  if (!isPlain(value)) return value
  if (valueType)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, stripUnknown(valueType, one)]))
  if (!shape || catchall) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (shape[name] ? [[name, stripUnknown(shape[name], one)]] : [])),
  )
}

/** Of several shapes the one that the value has: by its discriminator where there is one. */
function optionOf(schema: z.ZodType, value: unknown): z.ZodType | undefined {
  const { options = [], discriminator } = defOf(schema)
  if (discriminator === undefined || !isPlain(value)) return options.find((one) => one.safeParse(value).success)
  return options.find((one) => defOf(one).shape?.[discriminator]?.safeParse(value[discriminator]).success)
}
