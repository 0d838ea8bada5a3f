/** A list's filters from its declaration: the URL's state, a control for each, and what is in force in words. */
import { Select } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { enumValues, fieldKind, isMultiple, looksOf, titleOf } from '@contract/field.ts'
import type { Fields, ListFacts } from '@contract/lists.ts'
import { formatDay } from '@contract/values/dates.ts'
import { DelayedInput } from '../form/delayed-input.tsx'
import { matchesText } from '../form/fields.tsx'
import { MoneyInput } from '../form/money-input.tsx'
import { isUnread } from '../form/money-reading.ts'
import { Filter, type ActiveFilter } from '../page/filter-bar.tsx'
import { useUrlState, type SetUrlState } from '../page/url-state.ts'
import { DayPicker } from '../values/day-picker.tsx'
import { PartnerSelect } from '../values/partner-select.tsx'
import { ProductSelect } from '../values/product-select.tsx'
import { offersChoices, useChoices, wordsIn } from './choices.ts'

export type FilterValues = Record<string, unknown>

export interface FilterState {
  values: FilterValues
  set: SetUrlState<FilterValues>
  clear: () => void
}

const schemas = new WeakMap<Fields, z.ZodObject>()

function urlSchema(filters: Fields): z.ZodObject {
  const known = schemas.get(filters)
  if (known) return known
  const made = z.object(Object.fromEntries(Object.entries(filters).map(([name, schema]) => [name, schema.optional()])))
  schemas.set(filters, made)
  return made
}

/** The filters in the URL. Those in `fixed` are the screen's own and stay out of it. */
export function useFilters({ filters }: Pick<ListFacts, 'filters'>): FilterState {
  const [values, set] = useUrlState(urlSchema(filters))
  return useMemo(
    () => ({
      values,
      set,
      clear: () => set(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
    }),
    [values, set, filters],
  )
}

interface ControlProps {
  name: string
  schema: z.ZodType
  state: FilterState
}

/** Choosing another value empties the filters that depend on this one. */
function useChange({ name, state }: ControlProps, dependents: readonly string[]) {
  return (value: unknown) => {
    const empty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    state.set({ ...Object.fromEntries(dependents.map((one) => [one, undefined])), [name]: empty ? undefined : value })
  }
}

function dependentsOf(filters: Fields, name: string): string[] {
  return Object.entries(filters).flatMap(([other, schema]) => (looksOf(schema).choices?.within === name ? [other] : []))
}

/** Every filter's control, in the order of the declaration; `without` are shown elsewhere or are the screen's own. */
export function FilterControls({
  facts,
  state,
  without = [],
}: {
  facts: Pick<ListFacts, 'filters'>
  state: FilterState
  without?: readonly string[]
}) {
  return Object.entries(facts.filters)
    .filter(([name]) => !without.includes(name))
    .map(([name, schema]) => (
      <Filter key={name} label={titleOf(schema) ?? name}>
        <Control name={name} schema={schema} state={state} dependents={dependentsOf(facts.filters, name)} />
      </Filter>
    ))
}

function Control({ dependents, ...props }: ControlProps & { dependents: readonly string[] }) {
  const change = useChange(props, dependents)
  const { name, schema, state } = props
  const value = state.values[name]
  const { control } = looksOf(schema)
  if (control === 'partner')
    return <PartnerSelect value={value as number | undefined} onChange={change} placeholder={titleOf(schema) ?? name} />
  if (control === 'product') return <ProductSelect value={value as number | undefined} onChange={change} />
  if (offersChoices(schema)) return <ChoiceControl {...props} onChange={change} />
  const kind = fieldKind(schema)
  if (kind === 'money') return <AmountControl {...props} onChange={change} />
  if (kind === 'day') return <DayControl {...props} onChange={change} />
  return <TextControl {...props} onChange={change} />
}

interface OwnControlProps extends ControlProps {
  onChange: (value: unknown) => void
}

/** antd's `allowClear` reports undefined; null shows the placeholder. */
function ChoiceControl({ name, schema, state, onChange }: OwnControlProps) {
  const { options, loading, waiting } = useChoices(schema, { values: state.values })
  const title = titleOf(schema) ?? name
  const several = isMultiple(schema)
  const value = state.values[name]
  return (
    <Select<unknown>
      className="filter-select"
      aria-label={title}
      placeholder={title}
      allowClear
      popupMatchSelectWidth={false}
      showSearch={enumValues(schema) === null || options.length > 8}
      filterOption={matchesText as never}
      {...(several && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
      loading={loading}
      disabled={waiting}
      value={several ? (value ?? []) : (value ?? null)}
      options={options as never}
      onChange={onChange}
    />
  )
}

/** What the contract does not accept is not asked for. */
function TextControl({ name, schema, state, onChange }: OwnControlProps) {
  return (
    <DelayedInput
      className="filter-text"
      label={titleOf(schema) ?? name}
      value={state.values[name] as string | undefined}
      onChange={(text) => onChange(text !== undefined && schema.safeParse(text).success ? text : undefined)}
    />
  )
}

function AmountControl({ name, schema, state, onChange }: OwnControlProps) {
  const title = titleOf(schema) ?? name
  return (
    <MoneyInput
      aria-label={title}
      placeholder={title}
      value={(state.values[name] as string | undefined) ?? null}
      onChange={(value) => {
        if (value === null || !isUnread(value)) onChange(value)
      }}
    />
  )
}

function DayControl({ name, schema, state, onChange }: OwnControlProps) {
  const title = titleOf(schema) ?? name
  const value = state.values[name] as string | undefined
  return <DayPicker label={title} placeholder={title} value={value} onChange={onChange} />
}

/** The words of a value that may have to be asked for. */
function FilterWords({ schema, value, values }: { schema: z.ZodType; value: unknown; values: FilterValues }) {
  const { options } = useChoices(schema, { values })
  return fieldKind(schema) === 'day' ? formatDay(String(value)) : wordsIn(schema, options, value)
}

/** The filters in force, in words: `Estado: Activo`. */
export function activeFilters(
  { filters }: Pick<ListFacts, 'filters'>,
  state: FilterState,
  without: readonly string[] = [],
): ActiveFilter[] {
  const inForce = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  return Object.entries(filters)
    .filter(([name]) => inForce(state.values[name]) && !without.includes(name))
    .map(([name, schema]) => ({
      key: name,
      label: titleOf(schema) ?? name,
      value: <FilterWords schema={schema} value={state.values[name]} values={state.values} />,
      onClear: () =>
        state.set(Object.fromEntries([name, ...dependentsOf(filters, name)].map((one) => [one, undefined]))),
    }))
}
