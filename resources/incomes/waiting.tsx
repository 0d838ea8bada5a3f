/** What another drawer or a fund gave and waits to come into this one: accepted or refused, by key. */
import { CheckOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Input, type GetRef } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import { shortMoment } from '@contract/values/dates.ts'
import { formatCount, formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { useCounterOperation } from '@/kit/counter/operation.ts'
import { refusal } from '@/kit/form/errors.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { useToday } from '@/kit/values/period.ts'
import { isBusy, Stands } from '../cash-registers/stands.tsx'
import type { OpenDrawer } from './drawer.tsx'
import type { MovementWriting } from './writing.tsx'

const refreshMs = 10_000
const panelId = 'por-aceptar'
/** A key that bounces answers no question, and does not reach the one that comes into its place. */
const settleMs = 400

interface WaitingProps {
  drawer: OpenDrawer
  writing: MovementWriting
}

const useOffers = (office_id: number) =>
  useCall(
    incomes.list,
    { query: { office_id, state: 'por_aceptar', per_page: 20, sort: 'created_at' } },
    { refetchInterval: refreshMs },
  )

/** How many wait, beside what is written: on a phone they lie below it. */
export function WaitingCount({ office_id }: Pick<OpenDrawer, 'office_id'>) {
  const { data } = useOffers(office_id)
  if (!data?.total) return null
  return (
    <Button size="small" onClick={() => document.getElementById(panelId)?.scrollIntoView({ block: 'center' })}>
      {formatCount(data.total)} por aceptar
    </Button>
  )
}

export function Waiting({ drawer: { office_id }, writing }: WaitingProps) {
  const { data } = useOffers(office_id)
  const [chosen, setChosen] = useState<number | null>(null)
  const accepting = useCounterOperation(incomes.accept, `aceptar:${office_id}`, (row) =>
    writing.tell(row, `Lo entregó ${row.pair_name}: ya está en la caja.`),
  )
  const refusing = useCounterOperation(incomes.refuse, `rehusar:${office_id}`, (row) =>
    writing.tell(row, `Rehusado: vuelve a ${row.pair_name}.`),
  )
  const rows = data?.data ?? []
  const row = rows.find(({ id }) => id === chosen) ?? rows[0]
  const isPending = isBusy(accepting) || isBusy(refusing)
  if (!row && !isPending && accepting.current.state !== 'rechazado' && refusing.current.state !== 'rechazado')
    return null
  return (
    <div id={panelId}>
      <Panel title="Por aceptar" className="stack gap-sm">
        <Stands operation={accepting} what="la aceptación" />
        <Stands operation={refusing} what="el rechazo" />
        {row && (
          <Offered
            key={row.id}
            row={row}
            pending={isPending}
            onAccept={() => accepting.send({ params: { id: row.id }, body: { version: row.version } })}
            onRefuse={(observation) =>
              refusing.send({ params: { id: row.id }, body: { version: row.version, observation } })
            }
            onLeave={writing.focus}
          />
        )}
        {rows.length > 1 && (
          <ul className="lined plain-list">
            {rows
              .filter((one) => one !== row)
              .map((one) => (
                <li key={one.id} className="row between gap-sm" style={{ padding: '6px 0' }}>
                  <span>{offerText(one)}</span>
                  <Button size="small" onClick={() => setChosen(one.id)}>
                    Ver
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}

/** `Taquilla Dos entrega Bs 200,00`. */
const offerText = ({ pair_name, amount, currency }: IncomeRow) =>
  `${pair_name} entrega ${formatMoney(amount, currency, true)}`

interface OfferedProps {
  row: IncomeRow
  pending: boolean
  onAccept: () => void
  onRefuse: (observation: string) => void
  onLeave: () => void
}

function Offered({ row, pending, onAccept, onRefuse, onLeave }: OfferedProps) {
  const { zone } = useSession()
  const today = useToday()
  const [asks, setAsks] = useState(false)
  const [since] = useState(() => Date.now())
  const settled = (act: () => void) => () => Date.now() - since > settleMs && act()
  const said = [shortMoment(row.created_at, zone, today), row.created_by, row.method_name, row.concept]
  return (
    <div className="stack gap-xs">
      <p className="large strong">{offerText(row)}</p>
      <p className="sorteo-muted">{said.filter(Boolean).join(' · ')}</p>
      {asks ? (
        <Refusal
          pending={pending}
          onRefuse={onRefuse}
          onClose={() => {
            setAsks(false)
            onLeave()
          }}
        />
      ) : (
        <CounterKeys
          label="Lo que espera"
          keys={[
            {
              key: 'F2',
              label: 'Aceptar',
              icon: <CheckOutlined />,
              pending,
              onPress: settled(onAccept),
            },
            { key: 'F4', label: 'Rehusar', icon: <CloseOutlined />, pending, onPress: settled(() => setAsks(true)) },
          ]}
        />
      )}
    </div>
  )
}

const observationOf = incomes.refuse.body!.shape.observation

/** Why, in the place of the keys. */
function Refusal({ pending, onRefuse, onClose }: Pick<OfferedProps, 'pending' | 'onRefuse'> & { onClose: () => void }) {
  const id = useId()
  const field = useRef<GetRef<typeof Input.TextArea>>(null)
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  useEffect(() => field.current?.focus(), [])
  const refuse = () => {
    const found = refusal(observationOf, text)
    if (found === null) return onRefuse(text.trim())
    setFault(`${found}.`)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey && !event.repeat && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault()
      refuse()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves the question from whatever of it has the focus
    <div className="field stack gap-xs" onKeyDown={onKeyDown}>
      <label htmlFor={id}>Observación: la lee quien lo entregó</label>
      <Input.TextArea
        ref={field}
        id={id}
        rows={2}
        maxLength={200}
        data-counter-entry=""
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-fault`}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setFault('')
        }}
      />
      <p id={`${id}-fault`} role="alert" className="fault">
        {fault}
      </p>
      <CounterKeys
        label="Rehusar"
        keys={[{ key: 'F4', label: 'Rehusar', icon: <CloseOutlined />, pending, onPress: refuse }]}
      />
      <Button size="large" onClick={onClose}>
        Dejarlo por aceptar
      </Button>
    </div>
  )
}
