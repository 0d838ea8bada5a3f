/** What a form holds against what it started from: pure functions, so that guards, drafts and conflicts agree. */

export type Values = Record<string, unknown>

/** What a form starts from. `version` is the record's when it was read; a new record has none. */
export interface FormStart {
  values: Values
  version?: number
}

/** One field that two people changed, with what it was, what the other saved and what this person wrote. */
export interface Difference {
  field: string
  before: unknown
  theirs: unknown
  mine: unknown
  /** Both changed it, to different values: only a person can choose. */
  clash: boolean
}

/** Empty is one thing, however a control writes it: `undefined`, `null`, `''` or nothing but spaces. */
function normal(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return JSON.stringify([...value].sort())
  return JSON.stringify(value)
}

export function sameValue(left: unknown, right: unknown): boolean {
  return normal(left) === normal(right)
}

/** The fields of `values` that differ from `base`, with their values. */
export function changedFields(base: Values, values: Values, fields: readonly string[]): Values {
  return Object.fromEntries(
    fields.filter((field) => !sameValue(base[field], values[field])).map((field) => [field, values[field]]),
  )
}

/**
 * What another person's save changed under this form. Fields that only they changed come along
 * silently in `merged`; those that both changed are clashes, for which `merged` holds theirs until
 * a person chooses.
 */
export function mergeChanges(
  base: Values,
  mine: Values,
  theirs: Values,
  fields: readonly string[],
): { differences: Difference[]; merged: Values } {
  const differences: Difference[] = []
  const merged: Values = {}
  for (const field of fields) {
    const theyChanged = !sameValue(base[field], theirs[field])
    const iChanged = !sameValue(base[field], mine[field])
    merged[field] = theyChanged ? theirs[field] : mine[field]
    if (!theyChanged) continue
    const clash = iChanged && !sameValue(mine[field], theirs[field])
    differences.push({ field, before: base[field], theirs: theirs[field], mine: mine[field], clash })
  }
  return { differences, merged }
}
