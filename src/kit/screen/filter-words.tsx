/** What filters and settings are in force, in words. */
import type { z } from 'zod'
import { fieldKind, looksOf, titleOf } from '@contract/field.ts'
import type { ListFacts } from '@contract/endpoint.ts'
import { formatDay } from '@contract/values/dates.ts'
import type { ActiveFilter } from '../page/filter-bar.tsx'
import { useName } from '../values/names.ts'
import { useChoices } from './choices.ts'
import { dependentsOf, isSetting, unset, type FilterState, type FilterValues } from './filters.tsx'

interface WordsProps {
  schema: z.ZodType
  value: unknown
  values: FilterValues
}

/** The words of a value that may have to be asked for. */
export function FilterWords(props: WordsProps) {
  if (looksOf(props.schema).control === 'partner') return <PartnerWords id={props.value as number} />
  return fieldKind(props.schema) === 'flag' ? props.value ? 'Sí' : 'No' : <ChoiceWords {...props} />
}

/** A filter by a partner takes everything under it. */
function PartnerWords({ id }: { id: number }) {
  return `${useName('partner', id)} y lo que depende de él`
}

function ChoiceWords({ schema, value, values }: WordsProps) {
  const { wordsOf } = useChoices(schema, { values, chosen: value })
  return fieldKind(schema) === 'day' ? formatDay(String(value)) : wordsOf(value)
}

/** The filters in force, in words: `Estado: Activo`. */
export function activeFilters(
  facts: Pick<ListFacts, 'filters'>,
  state: FilterState,
  without: readonly string[] = [],
): ActiveFilter[] {
  return filterTags(facts, state, without, (schema) => !isSetting(schema))
}

/** Settings that somebody chose otherwise than they usually are, in words: `Comparar con: Período anterior`. */
export function chosenSettings(
  facts: Pick<ListFacts, 'filters'>,
  state: FilterState,
  without: readonly string[] = [],
): ActiveFilter[] {
  return filterTags(facts, state, without, isSetting)
}

function filterTags(
  { filters }: Pick<ListFacts, 'filters'>,
  state: FilterState,
  without: readonly string[],
  meant: (schema: z.ZodType) => boolean,
): ActiveFilter[] {
  const inForce = (schema: z.ZodType, value: unknown) =>
    value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0) && value !== unset(schema)
  return Object.entries(filters)
    .filter(([name, schema]) => meant(schema) && inForce(schema, state.values[name]) && !without.includes(name))
    .map(([name, schema]) => ({
      key: name,
      label: titleOf(schema) ?? name,
      ...(state.values[name] !== true && {
        value: <FilterWords schema={schema} value={state.values[name]} values={state.values} />,
      }),
      onClear: () =>
        state.set(Object.fromEntries([name, ...dependentsOf(filters, name)].map((one) => [one, undefined]))),
    }))
}
