/**
 * Asks before the same ticket is sold twice within minutes. The focus lies on leaving it, so that an Enter that bounces
 * confirms nothing.
 */
import { useEffect, useRef, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Arguments, Endpoint } from '@contract/endpoint.ts'
import { useConfirm } from '../page/confirm.tsx'
import type { CounterOperation } from './operation.ts'

/** A sale that may be told that it is meant to be the same again. */
type Repeatable = Endpoint<z.ZodType, z.ZodType, z.ZodType<unknown, { confirm_repeated?: boolean | undefined }>>

/** Answers the question, to be rendered by the screen that sells. `onLeft`: it shall not be sold again. */
export function useRepeated<E extends Repeatable>(
  { current, send }: CounterOperation<E>,
  title: string,
  onLeft?: () => void,
): ReactNode {
  const left = useRef(onLeft)
  left.current = onLeft
  const [ask, dialog] = useConfirm()
  useEffect(() => {
    if (current.state !== 'rechazado' || current.problem.code !== 'ticket_repeated') return
    const { args } = current
    const { body } = args as { body: object }
    const serial = current.problem['serial']
    ask({
      title,
      text: `${current.problem.detail}${typeof serial === 'string' ? ` Es el ticket ${serial}.` : ''}`,
      action: 'Vender de nuevo',
      run: async () => {
        send({ ...args, body: { ...body, confirm_repeated: true } } as unknown as Arguments<E>)
        return true
      },
      onLeft: () => left.current?.(),
    })
  }, [current, ask, send, title])
  return dialog
}
