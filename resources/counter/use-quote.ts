/** What the ticket would meet, asked a moment after each change: an answer speaks only of the ticket it was asked for. */
import { useEffect, useRef, useState } from 'react'
import { counter } from '@contract/counter.ts'
import { ProblemError } from '@providers/http.ts'
import { useSend } from '@providers/queries.ts'
import { deviceId } from '@/kit/counter/terminal.ts'
import type { Quoted, ToSend } from './types.ts'

const afterMs = 250
const againMs = 2_000

/** `office_id` where the seller has several. What fails is asked again, since a sale would say the same and later. */
export function useQuote({ currency, lines, client }: ToSend, office_id: number | undefined): Quoted | null {
  const [quoted, setQuoted] = useState<Quoted | null>(null)
  const ask = useSend(counter.quote)
  const text = JSON.stringify({ currency, lines, client })
  const [tries, setTries] = useState(0)
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    const asked = JSON.parse(text) as Quoted['asked']
    if (asked.lines.length === 0) return
    const body = { ...asked, device_id: deviceId(), ...(office_id !== undefined && { office_id }) }
    let again: ReturnType<typeof setTimeout> | undefined
    const soon = setTimeout(() => {
      ask({ body }).then(
        (quote) => {
          if (latest.current === text) setQuoted({ asked, quote })
        },
        (error: unknown) => {
          if (!(error instanceof ProblemError)) throw error
          if (latest.current === text) again = setTimeout(() => setTries((before) => before + 1), againMs)
        },
      )
    }, afterMs)
    return () => {
      clearTimeout(soon)
      clearTimeout(again)
    }
  }, [text, office_id, ask, tries])
  return quoted
}
