/** What incomes and outcomes at a counter share while one is written: the draft, what is said of it, the last one, its keys. */
import { CheckCircleFilled, HourglassFilled, PrinterOutlined, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { cashRegisters } from '@contract/cash-registers.ts'
import type { Endpoint, Entity } from '@contract/endpoint.ts'
import type { CashMovementRow } from '@contract/cash-movements.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { typesByHand } from '@/kit/counter/focus.ts'
import type { CounterKey } from '@/kit/counter/keys.tsx'
import type { CounterOperation } from '@/kit/counter/operation.ts'
import { Status } from '@/kit/counter/status.tsx'
import { refusal } from '@/kit/form/errors.ts'
import { movementForm } from '@contract/cash-movements.ts'
import { currencyKey } from '../cash-registers/currency.tsx'
import { emptyDraft, draftFault, nextDraft, type Draft, type DraftFault, type DraftKind } from './drafts.ts'
import type { OpenDrawer } from './drawer.tsx'
import { receiptName, printMovement } from './paper.tsx'

/** What was just done, until the next one. */
interface Done {
  row: CashMovementRow
  text: string
}

export function useWriting(entity: Pick<Entity, 'name'>, drawer: OpenDrawer, comesIn: boolean) {
  const { banca_name, zone } = useSession()
  const { invalidate } = useEndpointCache()
  const amount = useRef<{ focus: () => void }>(null)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [fault, setFault] = useState<DraftFault | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const focus = () => setTimeout(() => typesByHand() && amount.current?.focus())
  const change = (some: Partial<Draft>) => {
    setFault(null)
    setDraft((before) => ({ ...before, ...some }))
  }
  /** The lists and the drawer as they are now. */
  const refresh = () => {
    void invalidate(entity)
    void invalidate(cashRegisters)
  }
  return {
    amount,
    draft,
    fault,
    done,
    change,
    refresh,
    focus,
    start: (from: Draft) => {
      setDraft(from)
      setFault(null)
      focus()
    },
    /** Whether there is nothing against it; what there is is said at its field. */
    isWhole: (written: DraftKind) => {
      const found = draftFault(written, draft, drawer.currency)
      setFault(found)
      if (found?.field === 'amount') focus()
      return found === null
    },
    finish: (row: CashMovementRow, text: string) => {
      setDone({ row, text })
      setDraft(nextDraft)
      setFault(null)
      refresh()
      focus()
    },
    tell: (row: CashMovementRow, text: string) => {
      setDone({ row, text })
      refresh()
      focus()
    },
    forget: () => setDone(null),
    print: (row: CashMovementRow) =>
      printMovement({ row, comesIn, banca_name, agency_name: drawer.register.agency_name, zone }),
  }
}

export type MovementWriting = ReturnType<typeof useWriting>

/** The faults of an operation's fields. */
export function refusedOf<E extends Endpoint>({ current }: CounterOperation<E>) {
  return current.state === 'rechazado' ? (current.problem.errors ?? []) : []
}

/** What was done last, with its receipt at hand. */
export function DoneNote({ writing: { done, print }, comesIn }: { writing: MovementWriting; comesIn: boolean }) {
  if (!done) return null
  const { row, text } = done
  const waits = row.state === 'por_aprobar' || row.state === 'por_aceptar'
  return (
    <Status
      tone={waits ? 'unknown' : 'good'}
      role="status"
      icon={waits ? <HourglassFilled /> : <CheckCircleFilled />}
      title={`${receiptName(row, comesIn)}: ${formatMoney(row.amount, row.currency, true)}`}
      actions={
        <Button icon={<PrinterOutlined aria-hidden="true" />} onClick={() => print(row)}>
          Imprimir recibo
        </Button>
      }
    >
      <p>{text}</p>
    </Status>
  )
}

/** What the drawer should hold at this moment in the currency that is written. */
export function InDrawer({ drawer: { register, currency } }: { drawer: OpenDrawer }) {
  const sum = register.sums.find((one) => one.currency === currency)
  return (
    <dl className="facts" data-layout="figures">
      <CounterFigure label="Debería haber en la caja" value={sum?.expected ?? null} currency={currency} />
    </dl>
  )
}

/** The amount on the key that registers; nothing while it cannot be read. */
export function amountOf({ amount }: Draft, drawer: OpenDrawer): string | false {
  return amount !== null && refusal(movementForm.amount, amount) === null && formatMoney(amount, drawer.currency, true)
}

interface OtherKeys {
  drawer: OpenDrawer
  writing: MovementWriting
  onClient: () => void
  /** What F10 prints: the last one; null while there is none. */
  last: CashMovementRow | null
}

export function otherKeys({ drawer, writing, onClient, last }: OtherKeys): CounterKey[] {
  const next = currencyKey(drawer.currencies, drawer.currency, (currency) => {
    writing.change({ method_id: null })
    drawer.onCurrency(currency)
  })
  return [
    {
      key: 'F7',
      label: writing.draft.client === null ? 'Cliente' : 'Sin cliente',
      icon: <UserOutlined />,
      onPress: onClient,
    },
    ...(next ? [next] : []),
    {
      key: 'F10',
      label: 'Imprimir',
      icon: <PrinterOutlined />,
      disabled: last === null,
      onPress: () => last && writing.print(last),
    },
  ]
}
