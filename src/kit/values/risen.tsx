/** A figure whose row is marked softly for a moment when it has just risen. */
import { useEffect, useState, type ReactNode } from 'react'
import { compare } from '@contract/values/money.ts'
import './values.css'

/**
 * `value` is a decimal string; the row it stands in is marked, whatever else it shows. What another filter
 * brought, told by the address, is no rise.
 */
export function Risen({ value, children }: { value: string; children: ReactNode }) {
  const [seen, setSeen] = useState({ value, times: 0, asked: window.location.search })
  useEffect(() => {
    setSeen((last) => {
      if (last.value === value) return last
      const asked = window.location.search
      const rose = asked === last.asked && compare(value, last.value) > 0
      return { value, asked, times: last.times + (rose ? 1 : 0) }
    })
  }, [value])
  // Two marks by turns: the second rise begins anew.
  return <span data-risen={seen.times === 0 ? undefined : seen.times % 2}>{children}</span>
}
