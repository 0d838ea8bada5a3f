/** A list's filters from its declaration: the URL's state, a control for each, and what is in force in words. */
import { SlidersOutlined } from '@ant-design/icons'
import { Badge, Button, Checkbox, Popover } from 'antd'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { enumValues, fieldKind, isMultiple, itemOf, looksOf, titleOf } from '@contract/field.ts'
import type { Fields, ListFacts } from '@contract/endpoint.ts'
import { optional } from '@contract/lists.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Currency } from '@contract/values/currency.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '../form/select.tsx'
import { DelayedInput } from '../form/delayed-input.tsx'
import { MoneyInput } from '../form/money-input.tsx'
import { isUnread } from '../form/money-reading.ts'
import { Filter } from '../page/filter-bar.tsx'
import { useUrlState, type SetUrlState } from '../page/url-state.ts'
import { usePopover } from '../page/use-popover.ts'
import { usePhone } from '../table/phone.ts'
import { CurrencySwitch } from '../values/money-currency.tsx'
import { PartnerSelect } from '../values/partner-select.tsx'
import { ProductSelect } from '../values/product-select.tsx'
import { offersChoices, useChoices } from './choices.ts'
import { later } from '../page/later.tsx'

/** The calendar weighs more than a list that asks for no day. */
const DayPicker = later(async () => (await import('../values/day-picker.tsx')).DayPicker)

export type FilterValues = Record<string, unknown>

export interface FilterState {
  values: FilterValues
  set: SetUrlState<FilterValues>
  clear: () => void
}

const schemas = new WeakMap<Fields, z.ZodObject>()

/** An address is text: lists by commas, numbers, flags. What the schema reads itself it goes on reading. */
function read(schema: z.ZodType): (written: unknown) => unknown {
  const kind = fieldKind(schema)
  const one = (text: unknown): unknown => {
    if (typeof text !== 'string') return text
    if (fieldKind(itemOf(schema)) === 'count' && /^\d+$/.test(text)) return Number(text)
    return kind === 'flag' && (text === 'true' || text === 'false') ? text === 'true' : text
  }
  if (!isMultiple(schema)) return one
  return (written) => (typeof written === 'string' ? written.split(',').filter(Boolean).map(one) : written)
}

/** What a filter is when nobody chose: it needs no word and no way out. */
export function unset(schema: z.ZodType): unknown {
  const parsed = schema.safeParse(undefined)
  return parsed.success ? parsed.data : undefined
}

function urlSchema(filters: Fields): z.ZodObject {
  const known = schemas.get(filters)
  if (known) return known
  const made = z.object(
    Object.fromEntries(
      Object.entries(optional(filters)).map(([name, schema]) => [name, z.preprocess(read(schema), schema)]),
    ),
  )
  schemas.set(filters, made)
  return made
}

/** A filter that always has a value is a setting: it narrows nothing and is not cleared. */
export function isSetting(schema: z.ZodType): boolean {
  return schema instanceof z.ZodDefault
}

/** The filters in the URL. Those in `fixed` are the screen's own and stay out of it. */
export function useFilters({ filters }: Pick<ListFacts, 'filters'>): FilterState {
  const [values, set] = useUrlState(urlSchema(filters))
  return useMemo(
    () => ({
      values,
      set,
      clear: () =>
        set(
          Object.fromEntries(
            Object.entries(filters).flatMap(([name, schema]) => (isSetting(schema) ? [] : [[name, undefined]])),
          ),
        ),
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

export function dependentsOf(filters: Fields, name: string): string[] {
  return Object.entries(filters).flatMap(([other, schema]) => {
    const { choices, replaced_by } = looksOf(schema)
    return choices?.within === name || replaced_by === name ? [other] : []
  })
}

/** Choices that the session knows may be one alone: a banca of one currency. */
function leavesChoice(schema: z.ZodType, session: SessionUser): boolean {
  const { choices } = looksOf(schema)
  return (
    !choices ||
    choices.endpoint !== undefined ||
    choices.options(undefined as never, { values: {}, session }).length > 1
  )
}

interface FilterControlsProps {
  facts: Pick<ListFacts, 'filters'>
  state: FilterState
  without?: readonly string[]
}

/** Every filter's control, in the order of the declaration; `without` are shown elsewhere or are the screen's own. */
export function FilterControls({ facts, state, without = [] }: FilterControlsProps) {
  const session = useSession()
  const shown = Object.entries(facts.filters).filter(
    ([name, schema]) => !without.includes(name) && leavesChoice(schema, session),
  )
  const rare = shown.filter(([, schema]) => looksOf(schema).rare)
  const control = ([name, schema]: [string, z.ZodType]) => (
    <Filter key={name} label={titleOf(schema) ?? name}>
      <Control name={name} schema={schema} state={state} dependents={dependentsOf(facts.filters, name)} />
    </Filter>
  )
  return (
    <>
      {shown.filter((one) => !rare.includes(one)).map(control)}
      {rare.length > 0 && (
        <RareFilters inForce={rare.filter(([name]) => state.values[name] !== undefined).length}>
          {rare.map(control)}
        </RareFilters>
      )}
    </>
  )
}

/** Behind a button that says how many of them are in force; a phone has them all in its drawer. */
function RareFilters({ inForce, children }: { inForce: number; children: ReactNode }) {
  const { button, over } = usePopover()
  if (usePhone()) return children
  return (
    <Popover
      {...over}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={
        <div className="filter-drawer filter-rare" role="dialog" aria-label="Más filtros">
          {children}
        </div>
      }
    >
      <Badge count={inForce} size="small" color="var(--ant-color-primary)">
        <Button
          ref={button}
          icon={<SlidersOutlined />}
          aria-haspopup="dialog"
          aria-label="Más filtros"
          title="Más filtros"
        >
          <span className="tool-label">Más filtros</span>
        </Button>
      </Badge>
    </Popover>
  )
}

function Control({ dependents, ...props }: ControlProps & { dependents: readonly string[] }) {
  const change = useChange(props, dependents)
  const { name, schema, state } = props
  const value = state.values[name]
  const { control, placeholder } = looksOf(schema)
  if (control === 'partner')
    return (
      <PartnerSelect
        value={value as number | undefined}
        onChange={change}
        placeholder={placeholder ?? titleOf(schema) ?? name}
      />
    )
  if (control === 'product') return <ProductSelect value={value as number | undefined} onChange={change} />
  if (control === 'currency')
    return <CurrencySwitch all={!isSetting(schema)} value={value as Currency | undefined} onChange={change} />
  if (offersChoices(schema)) return <ChoiceControl {...props} onChange={change} />
  const kind = fieldKind(schema)
  if (kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => change(target.checked || undefined)}>
        {titleOf(schema) ?? name}
      </Checkbox>
    )
  if (kind === 'money') return <AmountControl {...props} onChange={change} />
  if (kind === 'day') return <DayControl {...props} onChange={change} />
  return <TextControl {...props} onChange={change} />
}

interface OwnControlProps extends ControlProps {
  onChange: (value: unknown) => void
}

/** antd's `allowClear` reports undefined; null shows the placeholder. */
function ChoiceControl({ name, schema, state, onChange }: OwnControlProps) {
  const title = titleOf(schema) ?? name
  const several = isMultiple(schema)
  const value = state.values[name]
  const { options, loading, waiting, failed, select } = useChoices(schema, { values: state.values, chosen: value })
  return (
    <Select<unknown>
      className="filter-select"
      aria-label={title}
      placeholder={looksOf(schema).placeholder ?? title}
      allowClear={several || (!isSetting(schema) && unset(schema) === undefined)}
      popupMatchSelectWidth={false}
      showSearch={enumValues(schema) === null || options.length > 8}
      {...(several && { mode: 'multiple' as const, maxTagCount: 'responsive' as const })}
      loading={loading}
      disabled={waiting}
      value={several ? (value ?? []) : (value ?? null)}
      options={options as never}
      notFoundContent={<span role="status">{failed ? 'No se pudo cargar la lista.' : 'Nada coincide.'}</span>}
      {...(select as object)}
      onChange={onChange}
    />
  )
}

/** What the contract does not accept is not asked for. */
function TextControl({ name, schema, state, onChange }: OwnControlProps) {
  const { rare = false, placeholder } = looksOf(schema)
  return (
    <DelayedInput
      className="filter-text"
      label={titleOf(schema) ?? name}
      {...(placeholder !== undefined && { placeholder })}
      whole={rare}
      value={state.values[name] as string | undefined}
      onChange={(text) => onChange(text !== undefined && schema.safeParse(text).success ? text : undefined)}
    />
  )
}

/** Asked when the person is done: an amount that is being typed is another amount. */
function AmountControl({ name, schema, state, onChange }: OwnControlProps) {
  const title = titleOf(schema) ?? name
  const value = (state.values[name] as string | undefined) ?? null
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }
  const apply = () => {
    if (typed === null || !isUnread(typed)) onChange(typed)
  }
  return (
    <span onKeyDown={(event) => event.key === 'Enter' && apply()} role="presentation">
      <MoneyInput aria-label={title} placeholder={title} value={typed} onChange={setTyped} onBlur={apply} />
    </span>
  )
}

function DayControl({ name, schema, state, onChange }: OwnControlProps) {
  const title = titleOf(schema) ?? name
  const value = state.values[name] as string | undefined
  return (
    <Suspense fallback={null}>
      <DayPicker label={title} placeholder={title} value={value} onChange={onChange} />
    </Suspense>
  )
}
