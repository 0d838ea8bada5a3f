/** A value of a form in words, as a list would show it: in a conflict, the name behind an id. */
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { fieldKind } from '@contract/field.ts'
import { formatAmount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { cellText } from './cell.tsx'
import { offersChoices, useChoices } from './choices.ts'

interface FieldWordsProps {
  schema: z.ZodType
  value: unknown
  values: Readonly<Record<string, unknown>>
  id?: number | undefined
}

export function FieldWords({ schema, value, values, id }: FieldWordsProps): ReactNode {
  const { zone } = useSession()
  const { currency } = values
  const empty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  const { wordsOf } = useChoices(schema, { values, chosen: value, ...(id !== undefined && { id }) }, !empty)
  if (empty) return '(vacío)'
  if (offersChoices(schema)) return wordsOf(value)
  // The field's own title says of which currency it is.
  if (fieldKind(schema) === 'money' && currency === undefined) return formatAmount(String(value))
  return cellText(schema, value, { currency, zone })
}
