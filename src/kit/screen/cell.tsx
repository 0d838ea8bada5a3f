/** A value as people read it, by what the contract says of its field. */
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldKind, itemOf, looksOf, titleOf, wordOf } from '@contract/field.ts'
import type { FieldKind } from '@contract/field-kind.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatCount, formatDecimal, isZero } from '@contract/values/money.ts'
import { sumsText } from '@contract/values/sums.ts'
import { Money } from '../values/money.tsx'
import { Name } from '../values/name.tsx'
import { Picture } from '../values/picture.tsx'
import { WebLink } from '../values/web-link.tsx'
import { StateTag } from '../values/status-tag.tsx'
import { Unbroken } from '../values/unbroken.tsx'

/** Where an amount's currency stands in a row, and the zone in which instants are read. */
export interface CellContext {
  currency?: unknown
  zone: string
}

function currencyOf(value: unknown): Currency {
  return currencies.find((one) => one === value) ?? currencies[0]
}

const formats: Record<FieldKind, (value: never, schema: z.ZodType, context: CellContext) => ReactNode> = {
  text: (value: unknown, schema) => {
    const word = wordOf(schema, value)
    return looksOf(schema).remark ? <span title={word}>{word}</span> : <Name>{word}</Name>
  },
  money: (value: string, schema, { currency }) => (
    <Money value={value} currency={currencyOf(currency)} signed={looksOf(schema).signed ?? false} clear />
  ),
  count: (value: number) => formatCount(value),
  percent: (value: string) => `${formatDecimal(value)} %`,
  decimal: (value: string) => formatDecimal(value),
  day: (value: string) => formatDay(value),
  instant: (value: string, _schema, { zone }) => <time dateTime={value}>{formatInstant(value, zone)}</time>,
  flag: (value: boolean) => (value ? 'Sí' : 'No'),
  web: (value: string) => <WebLink address={value} />,
  picture: (value: string, schema) => <Picture url={value} alt={titleOf(schema) ?? ''} />,
  list: (value: unknown[], schema) => value.map((one) => <Tag key={String(one)}>{wordOf(itemOf(schema), one)}</Tag>),
}

/** Nothing to tell, or a zero that says no more than that. */
export function isNothing(schema: z.ZodType, value: unknown): boolean {
  const empty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return empty || ((looksOf(schema).zero_is_nothing ?? false) && isZero(String(value)))
}

/** What a table's cell or a fact shows. Nothing is a dash, or the field's own word for it. */
export function cellText(schema: z.ZodType, value: unknown, context: CellContext): ReactNode {
  const { tones, nothing, words } = looksOf(schema)
  if (isNothing(schema, value)) return <span className="sorteo-muted">{nothing ?? '—'}</span>
  if (words === sumsText)
    return (
      // An amount is never cut: what has no room for all of them takes another line.
      <span style={{ whiteSpace: 'normal' }}>
        <Unbroken text={sumsText(value as never)} />
      </span>
    )
  if (words) return words(value as never)
  if (tones && String(value) in tones) return <StateTag of={schema} state={String(value)} />
  return formats[fieldKind(schema)](value as never, schema, context)
}

const figures: readonly FieldKind[] = ['money', 'count', 'percent', 'decimal', 'instant']

/** Figures stand at the right, and are first sorted from the largest. */
export function isFigure(schema: z.ZodType): boolean {
  return figures.includes(fieldKind(schema))
}
