/** This browser as a terminal of its office: it says that it is there, and hears whether it may sell and what it is asked. */
import { useCallback, useEffect, useState } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { heartbeatSeconds, ticketOffices } from '@contract/ticket-offices.ts'
import { useSend } from '@providers/queries.ts'
import { readSetting, writeSetting } from '../page/settings.ts'

const setting = 'terminal-device'
const version = 'Consola web'

/** This browser's own name: made once, and kept in it. */
export function deviceId(): string {
  const kept = readSetting<string>(setting, '')
  if (kept !== '') return kept
  const made = `navegador-${crypto.randomUUID().slice(0, 13)}`
  writeSetting(setting, made)
  return made
}

type TerminalState = Answer<typeof ticketOffices.terminal>

export interface Terminal {
  /** As the server said last; null until it did. */
  state: TerminalState | null
  /** Says that a command is done. */
  finish: (done: 'software' | 'hardware') => Promise<void>
}

/**
 * Comes in at once, and again each minute while the page is seen. What fails is tried the next time. `office_id` where
 * whoever sells has several; null while it is not known which.
 */
export function useTerminal(office_id?: number | null): Terminal {
  const send = useSend(ticketOffices.terminal)
  const [state, setState] = useState<TerminalState | null>(null)
  const come = useCallback(
    async (done?: 'software' | 'hardware') => {
      if (office_id === null) return
      const office = office_id === undefined ? {} : { office_id }
      const body = { device_id: deviceId(), software_version: version, ...(done && { done }), ...office }
      await send({ body }).then(setState, () => undefined)
    },
    [send, office_id],
  )
  useEffect(() => {
    setState(null)
    void come()
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') void come()
    }, heartbeatSeconds * 1_000)
    return () => clearInterval(again)
  }, [come])
  return { state, finish: come }
}
