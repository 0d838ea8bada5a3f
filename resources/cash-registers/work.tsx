/** The register that is open or came back: counted, handed over and sent, the whole of it from the keyboard. */
import {
  CheckOutlined,
  PrinterOutlined,
  CalculatorOutlined,
  SaveOutlined,
  SendOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { cashRegisters, type CurrentRegister, type RegisterDetail } from '@contract/cash-registers.ts'
import type { Currency } from '@contract/values/currency.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { typesByHand } from '@/kit/counter/focus.ts'
import { CounterKeys, type CounterKey } from '@/kit/counter/keys.tsx'
import type { CounterOperation } from '@/kit/counter/operation.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Finish, type Asked } from './finish.tsx'
import { Handovers, Lines, SumFigures } from './book.tsx'
import { countRows, drawerCurrencies, typedSums, gapText, needsWords, typedCounts, uncounted } from './counting.ts'
import { currencyKey } from './currency.tsx'
import { CountGrid, focusGrid } from './grid.tsx'
import { printRegister } from './paper.tsx'
import { isBusy, Stands } from './stands.tsx'
import { useCount } from './use-count.ts'

export interface WorkProps {
  current: CurrentRegister
  register: RegisterDetail
  operation: CounterOperation<typeof cashRegisters.send>
  currency: Currency
  onCurrency: (currency: Currency) => void
}

/** The count as it is typed against what should be there, and what may be done with it. */
function useWork({ current, register, operation, onCurrency }: WorkProps) {
  const { banca_name, zone } = useSession()
  const draft = useCount(register)
  const rows = useMemo(() => countRows(current, register.counts), [current, register.counts])
  const { counts, wrong } = typedCounts(rows, draft.typed)
  const sums = typedSums(register.sums, counts)
  const [said, setSaid] = useState('')
  const options = { invalidates: [cashRegisters], failure: false } as const
  const saving = useAction(cashRegisters.count, { ...options, success: 'Conteo guardado' })
  const passing = useAction(cashRegisters.handOver, { ...options, success: 'Entrega de turno anotada' })
  const anew = useAction(cashRegisters.recalculate, { ...options, success: 'Calculada de nuevo' })
  const params = { id: register.id }
  /** Whether all that is typed can be read; what cannot is shown. */
  const isReadable = () => {
    const [first] = wrong
    if (first) onCurrency(first.currency)
    setSaid(first ? `Corrija las piezas de ${first.name}.` : '')
    return first === undefined
  }
  const save = async () => {
    if (!isReadable()) return undefined
    const body = { version: draft.version, counts, observation: draft.observation }
    const saved = await saving.run({ params, body })
    if (saved) draft.take(saved)
    return saved
  }
  return {
    draft,
    rows,
    sums,
    said,
    isReadable,
    save,
    pending: saving.pending || passing.pending || anew.pending,
    problem: saving.problem ?? passing.problem ?? anew.problem,
    untold: needsWords(sums, current.tolerances),
    send: async () => {
      const ready = draft.dirty ? await save() : register
      if (ready) operation.send({ params, body: { version: ready.version, observation: draft.observation } })
    },
    handOver: async (notes: string) => (await passing.run({ params, body: { counts, notes } })) !== undefined,
    recalculate: () => void anew.run({ params, body: { version: register.version } }),
    print: () => printRegister({ register, sums, counts, banca_name, zone, printed_at: new Date().toISOString() }),
  }
}

type Working = ReturnType<typeof useWork>

function otherKeys(props: WorkProps, work: Working, ask: (asked: Asked) => void): CounterKey[] {
  const { register, currency, onCurrency } = props
  const currencies = drawerCurrencies(props.current.currencies, register.sums)
  const next = currencyKey(currencies, currency, onCurrency)
  const save: CounterKey = {
    key: 'F2',
    label: work.draft.dirty ? 'Guardar conteo' : 'Guardado',
    icon: work.draft.dirty ? <SaveOutlined /> : <CheckOutlined />,
    disabled: !work.draft.dirty,
    pending: work.pending,
    onPress: () => void work.save(),
  }
  const pass: CounterKey = {
    key: 'F4',
    label: 'Entregar turno',
    icon: <SwapOutlined />,
    onPress: () => work.isReadable() && ask('handOver'),
  }
  const anew: CounterKey = { key: 'F4', label: 'Recalcular', icon: <CalculatorOutlined />, onPress: work.recalculate }
  const print: CounterKey = { key: 'F10', label: 'Imprimir', icon: <PrinterOutlined />, onPress: work.print }
  return [save, register.state === 'abierta' ? pass : anew, ...(next ? [next] : []), print]
}

export function CountRegister(props: WorkProps) {
  const { register, operation, currency } = props
  const work = useWork(props)
  const [asked, setAsked] = useState<Asked | null>(null)
  const sum = work.sums.find((one) => one.currency === currency)
  const shown = sum && uncounted(sum)
  useEffect(() => {
    const soon = setTimeout(() => typesByHand() && focusGrid())
    return () => clearTimeout(soon)
  }, [currency])
  const close = () => {
    setAsked(null)
    if (typesByHand()) setTimeout(focusGrid)
  }
  const ask = (what: Asked) => !isBusy(operation) && work.isReadable() && setAsked(what)
  const send: CounterKey = {
    key: 'F9',
    label: 'Enviar',
    icon: <SendOutlined />,
    main: true,
    amount: shown?.difference && gapText(shown.difference, currency),
    disabled: isBusy(operation),
    pending: operation.current.state === 'enviado',
    onPress: () => ask('send'),
  }
  return (
    <div className="row gap-md" style={{ rowGap: 16, alignItems: 'start' }}>
      <div style={{ flex: '20 1 600px', minWidth: 0 }}>
        <Panel label="Conteo de la caja" className="stack gap-sm">
          <Stands operation={operation} what="el envío" />
          {work.problem && <ProblemNote problem={work.problem} />}
          {work.draft.overtaken && (
            <Overtaken onTake={() => work.draft.take(register)} onKeep={() => work.draft.take()} />
          )}
          {shown && <SumFigures sum={shown} />}
          {asked ? (
            <Finish asked={asked} work={work} onClose={close} />
          ) : (
            <>
              <CountGrid
                rows={work.rows}
                currency={currency}
                typed={work.draft.typed}
                onTyped={work.draft.type}
                onEnd={() => document.querySelector<HTMLElement>('[aria-keyshortcuts="F9"]')?.focus()}
              />
              <p role="alert" className="bad">
                {work.said}
              </p>
              <CounterKeys label="Teclas de la caja" keys={otherKeys(props, work, ask)} />
              <CounterKeys sticky label="Enviar la caja" keys={[send]} />
            </>
          )}
        </Panel>
      </div>
      <div style={{ flex: '1 1 300px', minWidth: 0 }}>
        <Panel label="Lo que movió la caja" className="stack gap-md">
          {sum && <Lines lines={register.lines} sum={sum} />}
          <Handovers handovers={register.handovers} />
        </Panel>
      </div>
      {work.draft.dialog}
    </div>
  )
}

/** Two people counted the same drawer: whoever saves second chooses. */
function Overtaken({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }) {
  return (
    <ProblemNote
      problem={{ title: 'Otra persona guardó esta caja', detail: 'Lo que usted escribió aún no está guardado.' }}
      action={
        <span className="row gap-xs">
          <Button onClick={onTake}>Ver lo guardado</Button>
          <Button onClick={onKeep}>Seguir con lo mío</Button>
        </span>
      }
    />
  )
}
