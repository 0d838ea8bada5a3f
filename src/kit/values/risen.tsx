/** A figure whose row is marked softly for a moment when it has just risen. */
import { useEffect, useState, type ReactNode } from 'react'
import { compare } from '@contract/values/money.ts'
import './values.css'

/** `value` is a decimal string; the row it stands in is marked, whatever else it shows. */
export function Risen({ value, children }: { value: string; children: ReactNode }) {
  const [seen, setSeen] = useState({ value, times: 0 })
  useEffect(() => {
    setSeen((last) =>
      last.value === value ? last : { value, times: last.times + (compare(value, last.value) > 0 ? 1 : 0) },
    )
  }, [value])
  // Two marks by turns: the second rise begins anew.
  return <span data-risen={seen.times === 0 ? undefined : seen.times % 2}>{children}</span>
}
