/** Whose the ticket is, typed in its own place between the ticket and the key that sells it. */
import { Button } from 'antd'
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { dniOf } from '@contract/clients.ts'
import { ClientFields, focusClient, useNoClient } from '@resources/clients/client-fields.tsx'
import type { Basket, BasketAction } from './types.ts'

/** What the rest of the counter asks of it. */
export interface ClientHandle {
  /** Opens it, with the cursor where something is missing. */
  ask: () => void
}

interface ClientLineProps {
  client: Basket['client']
  /** Without one the ticket is not sold. */
  needed: boolean
  change: (action: BasketAction) => void
  /** Back to the counter's field. */
  onDone: () => void
  ref: Ref<ClientHandle>
}

export function ClientLine({ client, needed, change, onDone, ref }: ClientLineProps) {
  const nobody = useNoClient()
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useImperativeHandle(ref, () => ({
    ask: () => {
      if (client === null) change({ do: 'client', client: nobody })
      setAsked((before) => before + 1)
    },
  }))
  useEffect(() => {
    if (asked > 0) focusClient(form.current)
  }, [asked])
  if (client === null) return null
  const leave = (keeps: boolean) => {
    if (!keeps || client.dni.trim() === '') change({ do: 'client', client: null })
    onDone()
  }
  return (
    // Its keys are the counter's: F9 sells from here too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it from any of its fields
    <form
      ref={form}
      className="row gap-xs field"
      aria-label="Cliente del ticket"
      data-counter-entry=""
      onSubmit={(event) => {
        event.preventDefault()
        const isWhole = 'dni' in dniOf(client.type, client.dni)
        if (client.dni.trim() === '' || (isWhole && !focusClient(form.current))) leave(true)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        leave(true)
      }}
    >
      <div className="grow">
        <ClientFields needed={needed} value={client} onChange={(next) => change({ do: 'client', client: next })} />
      </div>
      <Button htmlType="submit">Listo</Button>
      <Button onClick={() => leave(false)}>Quitar</Button>
    </form>
  )
}
