/** Selling a polla: round, symbols, price and pots in one look, the whole of it from the keyboard. */
import { ClearOutlined, DollarOutlined, PrinterOutlined, ThunderboltOutlined, UserOutlined } from '@ant-design/icons'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { polla } from '@contract/polla.ts'
import { potLabels } from '@contract/jackpots.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { isTypingKey } from '@/kit/counter/focus.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { CounterKeys, type CounterKey } from '@/kit/counter/keys.tsx'
import { useRepeated } from '@/kit/counter/repeated.ts'
import { standsText } from '@/kit/counter/sale-status.tsx'
import { CounterBoard } from '@/kit/counter/symbol-board.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { useClientDialog } from './client-key.tsx'
import { Entry, type EntryHandle } from './entry.tsx'
import { sharedAction, type EntryActions } from './entry-keys.ts'
import { findSymbol, type PollaSymbol } from './picks.ts'
import { RoundSelect } from './round-select.tsx'
import { potsOf } from './rounds.ts'
import { Slots } from './slots.tsx'
import type { CounterSale } from './use-sale.ts'

export interface SellProps {
  sale: CounterSale
  today: string
  entry: RefObject<EntryHandle | null>
  /** Reprints the last ticket; null while there is none. */
  onReprint: (() => void) | null
}

const potsEveryMs = 30_000
const nothing = { text: '', wrong: false }

/** What is being typed and what came of it. */
function useTyping(sale: CounterSale) {
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState(nothing)
  const [refused, setRefused] = useState('')
  const { round, picks, change } = sale
  const needed = round?.symbols_needed ?? 0
  const write = (text: string) => {
    // What is written behind a code that there is not begins another one.
    const isMore = refused !== '' && text.length > refused.length && text.startsWith(refused)
    setTyped(isMore ? text.slice(refused.length) : text)
    setRefused('')
    setSaid(nothing)
  }
  const say = (text: string, wrong = false) => setSaid({ text, wrong })
  const choose = (symbol: PollaSymbol, do_: 'add' | 'toggle') => {
    const there = picks.includes(symbol.code)
    const name = `${symbol.code} ${symbol.name}`
    setTyped('')
    if (!there && picks.length >= needed) return say(`Ya eligió ${needed}. Quite uno para poner ${name}.`, true)
    if (there && do_ === 'add') return say(`${name} ya está elegido.`, true)
    change({ do: do_, code: symbol.code, needed })
    say(there ? `${name} quitado.` : `${name}: ${picks.length + 1} de ${needed}.`)
  }
  const add = () => {
    const found = findSymbol(round?.symbols ?? [], typed)
    if (found.kind === 'symbol') return choose(found.symbol, 'add')
    if (found.kind === 'several')
      return say(`Siga escribiendo: ${found.symbols.map((one) => one.name).join(', ')}.`, true)
    say(`«${typed.trim()}» no es un símbolo de esta polla.`, true)
    setRefused(typed)
  }
  const matching = useMemo(() => {
    if (typed.trim() === '' || !round) return new Set<string>()
    const found = findSymbol(round.symbols, typed)
    return new Set(
      found.kind === 'symbol'
        ? [found.symbol.code]
        : found.kind === 'several'
          ? found.symbols.map((one) => one.code)
          : [],
    )
  }, [typed, round])
  return { typed, write, said, say, choose, add, matching }
}

function sellKey({ price, currency, obstacle, operation }: CounterSale, sell: () => void): CounterKey {
  const amount = price !== null && formatMoney(price, currency, true)
  return {
    key: 'F9',
    label: 'Vender',
    main: true,
    amount,
    disabled: obstacle !== null,
    explains: true,
    pending: operation.current.state === 'enviado',
    onPress: sell,
  }
}

function clientKey({ client }: CounterSale, onPress: () => void): CounterKey {
  return {
    key: 'F7',
    label: client ? `${client.type}-${client.dni}` : 'Cliente',
    icon: <UserOutlined />,
    onPress,
  }
}

function otherKeys(sale: CounterSale, done: (text: string) => void, onReprint: SellProps['onReprint']): CounterKey[] {
  return [
    {
      key: 'F2',
      label: 'Al azar',
      icon: <ThunderboltOutlined />,
      disabled: !sale.round,
      onPress: () => {
        sale.random()
        done('Símbolos al azar.')
      },
    },
    {
      key: 'F4',
      label: 'Limpiar',
      icon: <ClearOutlined />,
      disabled: sale.picks.length === 0,
      onPress: () => {
        sale.change({ do: 'clear' })
        done('Sin símbolos.')
      },
    },
    {
      key: 'F8',
      label: currencyFacts[sale.currency].name,
      icon: <DollarOutlined />,
      disabled: (sale.round?.prices.length ?? 0) < 2,
      onPress: () => {
        sale.nextCurrency()
        done('')
      },
    },
    { key: 'F10', label: 'Reimprimir', icon: <PrinterOutlined />, disabled: !onReprint, onPress: () => onReprint?.() },
  ]
}

export function Sell({ sale, today, entry, onReprint }: SellProps) {
  const board = useRef<HTMLDivElement>(null)
  const typing = useTyping(sale)
  const repeated = useRepeated(sale.operation, '¿Vender la misma polla otra vez?')
  const { round, picks, operation } = sale
  const done = (text: string) => {
    typing.say(text)
    entry.current?.focus()
  }
  const [askClient, clientDialog] = useClientDialog(sale, done)
  const sell = () => {
    if (sale.obstacle !== null) return typing.say(sale.obstacle, true)
    typing.write('')
    sale.sell()
    entry.current?.focus()
  }
  const stepRound = (step: -1 | 1) => {
    const next = sale.offered[sale.offered.findIndex((one) => one.id === round?.id) + step]
    if (next) sale.chooseRound(next.id)
  }
  const actions: EntryActions = {
    onAdd: typing.add,
    onFinish: sell,
    onClear: () => typing.write(''),
    onRound: stepRound,
    onUndo: () => {
      sale.change({ do: 'undo' })
      typing.say('')
    },
    onRandom: () => {
      sale.random()
      typing.say('Símbolos al azar.')
    },
    onBoard: () => board.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  }
  // What a button of the board has no use for goes to the field, so that typing works from either.
  const onBoardKey = (event: KeyboardEvent) => {
    if (isTypingKey(event)) return entry.current?.focus()
    const act = sharedAction(event, typing.typed, actions)
    if (!act) return
    event.preventDefault()
    act()
    entry.current?.focus()
  }
  const toggle = useLatest((symbol: PollaSymbol) => typing.choose(symbol, 'toggle'))
  useFocusOnce(entry, round !== undefined)
  if (!round)
    return (
      <Panel label="Vender una polla">
        <EmptyState
          title="No hay pollas a la venta"
          text="Las rondas de hoy ya cerraron. Cuando abra la próxima, aparecerá aquí sola."
        />
      </Panel>
    )
  return (
    <Panel label="Vender una polla" className="polla-sell">
      <RoundSelect
        rounds={sale.closed ? [round, ...sale.offered] : sale.offered}
        chosen={round.id}
        today={today}
        onChoose={sale.chooseRound}
      />
      <Slots
        needed={round.symbols_needed}
        picks={picks}
        symbols={round.symbols}
        onRemove={(code) => {
          sale.change({ do: 'remove', code })
          entry.current?.focus()
        }}
      />
      <div className="row between gap-md">
        <div style={{ flex: '1 1 320px' }}>
          <Figures sale={sale} />
        </div>
        <CounterKeys label="Cliente" keys={[clientKey(sale, askClient)]} />
      </div>
      <Entry
        ref={entry}
        typed={typing.typed}
        onTyped={typing.write}
        stands={typing.typed === '' && picks.length === 0 ? standsText(operation) : ''}
        said={sale.closed ? { text: sale.obstacle ?? '', wrong: true } : typing.said}
        {...actions}
      />
      <CounterKeys sticky label="Vender" keys={[sellKey(sale, sell)]} />
      <CounterKeys label="Teclas de la venta" keys={otherKeys(sale, done, onReprint)} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hands what is typed on its buttons to the field */}
      <div ref={board} onKeyDown={onBoardKey}>
        <CounterBoard symbols={round.symbols} chosen={picks} typed={typing.matching} onPress={toggle} />
      </div>
      {repeated}
      {clientDialog}
    </Panel>
  )
}

/** The cursor begins in the field, once there is something to sell. */
function useFocusOnce(entry: SellProps['entry'], ready: boolean): void {
  useEffect(() => {
    // After the shell has put the focus on the content of a screen just arrived at.
    const soon = setTimeout(() => {
      if (ready) entry.current?.focus()
    })
    return () => clearTimeout(soon)
  }, [ready, entry])
}

/** A function that keeps its identity and always does what the last render says. */
function useLatest<Argument>(work: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  return useCallback((argument: Argument) => latest.current(argument), [])
}

/** What it costs and what can be won. */
function Figures({ sale: { round, currency, price } }: { sale: CounterSale }) {
  const pots = useCall(
    polla.jackpots,
    { query: { ...(round && { day: round.day, product_id: round.product_id }) } },
    { enabled: round !== undefined, refetchInterval: potsEveryMs, keepPrevious: true },
  )
  return (
    <dl className="facts" data-layout="figures">
      <CounterFigure main label="Precio" value={price} currency={currency} />
      {round &&
        potsOf(pots.data?.data ?? [], round, currency).map(({ pot, amount }) => (
          <CounterFigure key={pot} label={potLabels[pot]} value={amount} currency={currency} />
        ))}
    </dl>
  )
}
