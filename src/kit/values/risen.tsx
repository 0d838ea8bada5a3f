/** A figure whose row is marked softly for a moment when it has just risen, or has come among those shown. */
import { useEffect, useState, type ReactNode } from 'react'
import { compare } from '@contract/values/money.ts'
import './values.css'

/** Figures on the page, by the address that they came for. */
const standing = new Map<string, number>()
const address = () => window.location.pathname + window.location.search

/**
 * `value` is a decimal string; the row it stands in is marked, whatever else it shows. What another filter
 * brought, told by the address, is no rise.
 */
export function Risen({ value, children }: { value: string; children: ReactNode }) {
  // Rows of one answer are drawn before any of them stands; who finds others standing has come after them.
  const [seen, setSeen] = useState(() => ({ value, asked: address(), times: standing.get(address()) ? 1 : 0 }))
  useEffect(() => {
    const count = (more: number) => standing.set(seen.asked, (standing.get(seen.asked) ?? 0) + more)
    count(1)
    return () => void count(-1)
  }, [seen.asked])
  useEffect(() => {
    setSeen((last) => {
      if (last.value === value) return last
      const asked = address()
      const rose = asked === last.asked && compare(value, last.value) > 0
      return { value, asked, times: last.times + (rose ? 1 : 0) }
    })
  }, [value])
  // Two marks by turns: the second rise begins anew.
  return <span data-risen={seen.times === 0 ? undefined : seen.times % 2}>{children}</span>
}
