/** A figure whose row is marked softly for a moment when it has just risen, or has come among those shown. */
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { compare } from '@contract/values/money.ts'
import './values.css'

/** The rows of one answer, all of them, of which a table may draw some after the others. */
export const AnswerContext = createContext<unknown>(undefined)

/** How many figures are on the page, and the answer that the first of them was in, by the address that they came for. */
const standing = new Map<string, { answer: unknown; count: number }>()
const address = () => window.location.pathname + window.location.search

/**
 * `value` is a decimal string; the row it stands in is marked, whatever else it shows. What another filter
 * brought, told by the address, is no rise.
 */
export function Risen({ value, children }: { value: string; children: ReactNode }) {
  const answer = use(AnswerContext)
  // Who finds others standing that were there in an answer before has come after them.
  const [seen, setSeen] = useState(() => {
    const others = standing.get(address())
    return { value, asked: address(), answer, times: others && others.answer !== answer ? 1 : 0 }
  })
  const { asked, answer: first } = seen
  useEffect(() => {
    const those = standing.get(asked) ?? { answer: first, count: 0 }
    those.count += 1
    standing.set(asked, those)
    return () => {
      those.count -= 1
      if (those.count === 0) standing.delete(asked)
    }
  }, [asked, first])
  useEffect(() => {
    setSeen((last) => {
      if (last.value === value) return last
      const asked = address()
      // What another filter brought stands among the rows of its own answer.
      if (asked !== last.asked) return { ...last, value, asked, answer }
      return { ...last, value, times: last.times + (compare(value, last.value) > 0 ? 1 : 0) }
    })
  }, [value, answer])
  // Two marks by turns: the second rise begins anew.
  return <span data-risen={seen.times === 0 ? undefined : seen.times % 2}>{children}</span>
}
