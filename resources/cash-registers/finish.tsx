/** The question before a drawer is sent or handed over, in the place of the count: what each currency came to, and the words. */
import { CloseOutlined, SendOutlined, SwapOutlined } from '@ant-design/icons'
import { Button, Input, type GetRef } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { isNotPanama } from '@contract/access/rules.ts'
import type { CashSum } from '@contract/cash-counts.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { compare } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { Facts } from '@/kit/page/facts.tsx'
import { Money } from '@/kit/values/money.tsx'
import { Gap } from './book.tsx'

export type Asked = 'send' | 'handOver'

interface FinishProps {
  asked: Asked
  work: {
    sums: readonly CashSum[]
    /** The difference passes what is tolerated: it is not sent without a word. */
    untold: boolean
    pending: boolean
    draft: { observation: string; say: (observation: string) => void }
    send: () => Promise<void>
    handOver: (notes: string) => Promise<boolean>
  }
  onClose: () => void
}

/** A key that bounces answers no question. */
const settleMs = 300

export function Finish({ asked, work, onClose }: FinishProps) {
  const session = useSession()
  const id = useId()
  const field = useRef<GetRef<typeof Input.TextArea>>(null)
  const [since] = useState(() => Date.now())
  const [notes, setNotes] = useState('')
  const [fault, setFault] = useState('')
  const sends = asked === 'send'
  useEffect(() => field.current?.focus(), [])
  const needed = sends && work.untold
  const finish = async () => {
    if (work.pending || Date.now() - since < settleMs) return
    if (needed && work.draft.observation.trim() === '') {
      setFault('Diga a qué se debe la diferencia: pasa de lo que se tolera.')
      return field.current?.focus()
    }
    if (sends) {
      await work.send()
      onClose()
    } else if (await work.handOver(notes)) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey && !event.repeat && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault()
      void finish()
    }
  }
  const told = work.sums.filter((sum) => [sum.expected, sum.counted!].some((of) => compare(of, '0') !== 0))
  const approved = !isNotPanama(session)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the question from whatever of it has the focus
    <div className="stack gap-sm" onKeyDown={onKeyDown}>
      <h2 className="large">{sends ? '¿Enviar la caja?' : '¿Entregar el turno?'}</h2>
      <p>
        {sends
          ? `Lo que se venda desde ahora es de la próxima caja. ${approved ? 'Queda aprobada.' : 'La aprueba quien la supervisa.'}`
          : 'Queda anotado lo contado y lo que debería haber ahora; la caja sigue abierta.'}
      </p>
      <Facts
        layout="lines"
        facts={told.map(({ currency, counted, expected, difference }) => ({
          label: currencyFacts[currency].name,
          value: (
            <span className="stack">
              <span className="nowrap">
                <Money value={counted} currency={currency} clear /> de{' '}
                <Money value={expected} currency={currency} clear />
              </span>
              <strong>
                <Gap value={difference!} currency={currency} />
              </strong>
            </span>
          ),
        }))}
      />
      <div className="field stack gap-xxs">
        <label htmlFor={id}>{sends ? `Observación${needed ? '' : ' (opcional)'}` : 'Notas (opcional)'}</label>
        <Input.TextArea
          ref={field}
          id={id}
          rows={2}
          maxLength={200}
          data-counter-entry=""
          aria-required={needed}
          aria-describedby={`${id}-fault`}
          aria-invalid={fault !== ''}
          value={sends ? work.draft.observation : notes}
          onChange={(event) => {
            setFault('')
            if (sends) work.draft.say(event.target.value)
            else setNotes(event.target.value)
          }}
        />
        <p id={`${id}-fault`} role="alert" className="fault">
          {fault}
        </p>
      </div>
      <Button size="large" icon={<CloseOutlined aria-hidden="true" />} onClick={onClose}>
        Seguir contando
      </Button>
      <CounterKeys
        sticky
        label={sends ? 'Confirmar el envío' : 'Confirmar la entrega'}
        keys={[
          {
            key: sends ? 'F9' : 'F4',
            label: sends ? 'Enviar la caja' : 'Entregar el turno',
            icon: sends ? <SendOutlined /> : <SwapOutlined />,
            main: true,
            pending: work.pending,
            onPress: () => void finish(),
          },
        ]}
      />
    </div>
  )
}
