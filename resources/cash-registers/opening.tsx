/** Opening today's register: an office's first declares what it opens with, every other begins with what the last one counted. */
import { FolderOpenOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { cashRegisters, type CurrentRegister } from '@contract/cash-registers.ts'
import { countedIn } from '@contract/cash-counts.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { compare } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { typesByHand } from '@/kit/counter/focus.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import type { CounterOperation } from '@/kit/counter/operation.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { countRows, typedCounts, type Typed } from './counting.ts'
import { currencyKey } from './currency.tsx'
import { CountGrid, focusGrid } from './grid.tsx'
import { isBusy, Stands } from './stands.tsx'

export interface OpeningProps {
  current: CurrentRegister
  operation: CounterOperation<typeof cashRegisters.open>
  currency: Currency
  onCurrency: (currency: Currency) => void
}

export function NewRegister(props: OpeningProps) {
  const { current, operation } = props
  return (
    <Panel title={`Caja de hoy, ${formatDay(current.today)}`} className="stack gap-sm">
      <Stands operation={operation} what="la apertura" />
      {current.is_first ? <FirstOpening {...props} /> : <NextOpening {...props} />}
    </Panel>
  )
}

/** What the register before counted, which this one begins with. */
function NextOpening({ current: { office_id }, operation }: OpeningProps) {
  const last = useCall(cashRegisters.list, { query: { office_id, per_page: 1, sort: '-day' } })
  const before = last.data?.data[0]
  const held = before?.sums.filter(({ counted }) => counted !== null && compare(counted, '0') > 0) ?? []
  return (
    <>
      <p>
        La caja de hoy no está abierta. Abre con lo que contó la anterior
        {before && `, del ${formatDay(before.day)}`}; lo que se vendió desde que se envió cuenta en ella.
      </p>
      {held.length > 0 && (
        <dl className="facts" data-layout="figures">
          {held.map(({ currency, counted }) => (
            <CounterFigure
              key={currency}
              label={`Abre con, en ${name(currency)}`}
              value={counted}
              currency={currency}
            />
          ))}
        </dl>
      )}
      <OpenKey operation={operation} onPress={() => operation.send({ body: { office_id, counts: [] } })} />
    </>
  )
}

const name = (currency: Currency) => currencyFacts[currency].name.toLowerCase()

function FirstOpening({ current, operation, currency, onCurrency }: OpeningProps) {
  const { office_id, currencies, floats } = current
  const [typed, setTyped] = useState<Typed>({})
  const [said, setSaid] = useState('')
  const rows = countRows(current, [])
  const { counts, wrong } = typedCounts(rows, typed)
  const float = floats.find((one) => one.currency === currency)
  const nextCurrency = currencyKey(currencies, currency, onCurrency)
  const open = () => {
    const [first] = wrong
    if (first) {
      onCurrency(first.currency)
      return setSaid(`Corrija las piezas de ${first.name}.`)
    }
    setSaid('')
    operation.send({ body: { office_id, counts } })
  }
  useEffect(() => {
    const soon = setTimeout(() => typesByHand() && focusGrid())
    return () => clearTimeout(soon)
  }, [currency])
  return (
    <>
      <p>Es la primera caja de esta taquilla: cuente lo que hay en la gaveta. Sin nada adentro, ábrala en cero.</p>
      <dl className="facts" data-layout="figures">
        <CounterFigure main label="Abre con" value={countedIn(counts, currency)} currency={currency} />
        {float && <CounterFigure label="Fondo sugerido" value={float.amount} currency={currency} />}
      </dl>
      <CountGrid
        rows={rows}
        currency={currency}
        typed={typed}
        onTyped={(key, text) => setTyped((before) => ({ ...before, [key]: text }))}
        onEnd={() => document.querySelector<HTMLElement>('[aria-keyshortcuts="F9"]')?.focus()}
      />
      <p role="alert" className="bad">
        {said}
      </p>
      <OpenKey operation={operation} onPress={open} />
      {nextCurrency && <CounterKeys label="Teclas de la apertura" keys={[nextCurrency]} />}
    </>
  )
}

function OpenKey({ operation, onPress }: Pick<OpeningProps, 'operation'> & { onPress: () => void }) {
  return (
    <CounterKeys
      sticky
      label="Abrir la caja"
      keys={[
        {
          key: 'F9',
          label: 'Abrir caja',
          icon: <FolderOpenOutlined />,
          main: true,
          disabled: isBusy(operation),
          pending: operation.current.state === 'enviado',
          onPress,
        },
      ]}
    />
  )
}
