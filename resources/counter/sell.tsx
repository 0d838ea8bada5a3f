/** Selling: draws, field and keys at the left, the ticket and its next step at the right; below, what is looked up. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import type { CounterCatalogue } from '@contract/counter.ts'
import { tickets } from '@contract/tickets.ts'
import { countText, formatMoney, add } from '@contract/values/money.ts'
import { counter } from '@contract/counter.ts'
import { isTypingKey } from '@/kit/counter/focus.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { useRepeated } from '@/kit/counter/repeated.ts'
import { SaleStatus, standsText } from '@/kit/counter/sale-status.tsx'
import type { Terminal } from '@/kit/counter/terminal.ts'
import { useReprint } from '@/kit/counter/use-reprint.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { closedBy, quoteOf } from './adjust.ts'
import { BasketView } from './basket-view.tsx'
import { repeatOf } from './copies.ts'
import { BoardFace } from './board-face.tsx'
import { DrawsBar } from './draws-bar.tsx'
import { EntryField, type SellFieldHandle } from './entry-field.tsx'
import { Faces } from './faces.tsx'
import { readEntry } from './grammar.ts'
import { Pad } from './pad.tsx'
import { QuickAmounts, sellKey, usualKeys } from './sell-keys.tsx'
import { toSend } from './ticket.ts'
import type { Reading, SoldBefore } from './types.ts'
import { useCounter } from './use-counter.ts'
import { useEntry } from './use-entry.ts'
import { useLast } from './use-last.ts'
import { useQuote } from './use-quote.ts'
import { useSelling } from './use-selling.ts'
import { sellView } from './view.ts'

export interface SellDeskProps {
  catalogue: CounterCatalogue
  /** Named where whoever sells has several offices. */
  office_id: number | undefined
  terminal: Terminal
  prints: boolean
}

const changed = [counter, tickets]

/** `3 jugadas, Bs 150,00`. */
const saleText = ({ body }: Arguments<typeof tickets.sell>): string =>
  `${countText(body.lines.length, 'jugada', 'jugadas')}, ${formatMoney(add(...body.lines.map(({ stake }) => stake)), body.currency, true)}`

export function SellDesk({ catalogue, office_id, terminal, prints }: SellDeskProps) {
  const phone = usePhone()
  const entry = useRef<SellFieldHandle>(null)
  const focus = () => entry.current?.focus()
  const { last, setLast } = useLast(catalogue.office.id, catalogue.today)
  const ticket = useCounter(catalogue, last)
  const { basket, context, change, refuse, moved } = ticket
  const quoted = useQuote(toSend(basket, context), office_id)
  useEffect(() => refuse(closedBy(quoted)), [quoted, refuse])
  const selling = useSelling(ticket, quoted, { terminal, office_id, prints, onSold: setLast })
  const repeated = useRepeated(selling.operation, '¿Vender el mismo ticket otra vez?', selling.back)
  const { reprint } = useReprint(changed)
  const opened = useOpened(focus)
  const typing = useEntry(ticket, { finish: () => finish(), open: opened.open })
  useEffect(() => {
    if (moved !== '') typing.say(moved)
    // oxlint-disable-next-line react/exhaustive-deps -- said once for each closing
  }, [moved])
  useEffect(() => {
    // After the shell has put the focus on the content of a screen just arrived at.
    const soon = setTimeout(focus)
    return () => clearTimeout(soon)
  }, [])
  const { step, operation } = selling
  const take = (reading: Reading) => {
    if (reading.kind === 'wrong') typing.say(reading.says, true)
    else {
      change({ do: 'take', reading })
      if ('says' in reading) typing.say(reading.says)
    }
    focus()
  }
  const go = () => {
    if (step.kind === 'blocked') typing.say(step.why, true)
    else {
      if (step.kind === 'change') typing.say(`${step.label}: hecho. Revise y venda.`)
      selling.go()
    }
    focus()
  }
  const finish = () => {
    if (step.kind === 'change') typing.say(`Enter no vende así. F9: ${step.label}.`, true)
    else go()
  }
  const repeat = (sold: SoldBefore | null) => {
    opened.close()
    take(repeatOf(sold, basket, context))
  }
  const back = () => take(readEntry('-', basket, context))
  const currencies = catalogue.limits.map(({ currency }) => currency)
  const nextCurrency = () => {
    const next = currencies[(currencies.indexOf(basket.currency) + 1) % currencies.length]
    if (next) change({ do: 'currency', currency: next })
    typing.say(basket.lines.length > 0 ? 'Otra moneda: los números quedan, escriba sus montos.' : '')
    focus()
  }
  const clear = () => {
    change({ do: 'clear' })
    typing.write('')
    focus()
  }
  // What a button has no use for goes to the field, so that typing works from anywhere.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
    if (isTypingKey(event)) focus()
  }
  const board = {
    basket,
    context,
    reading: typing.reading,
    onNumber: (code: string) => take(readEntry(code, basket, context)),
    onWrite: (text: string) => {
      typing.write(typing.text + text)
      focus()
    },
  }
  const main = (
    <CounterKeys
      sticky
      label="Vender"
      keys={[sellKey(step, basket, context, operation.current.state === 'enviado', go)]}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hands what is typed on its buttons to the field
    <div className="sell" onKeyDown={onKeyDown}>
      <Panel label="Vender" className="sell-main stack gap-sm">
        <DrawsBar basket={basket} context={context} change={change} onDone={focus} />
        <EntryField ref={entry} typing={typing} stands={standsText(operation)} onBack={back} />
        {phone && (
          <Pad text={typing.text} onWrite={typing.write} onEnter={() => void typing.enter()} onBack={back}>
            <BoardFace {...board} />
          </Pad>
        )}
        <QuickAmounts
          basket={basket}
          context={context}
          onPick={(stake) => {
            change({ do: 'quick', stake })
            focus()
          }}
        />
        <CounterKeys
          label="Teclas de la venta"
          keys={usualKeys(basket, {
            onRepeat: () => repeat(last),
            onClear: clear,
            onCurrency: currencies.length > 1 ? nextCurrency : null,
            onReprint: last ? () => void reprint(last.serial).then(focus) : null,
            onHelp: opened.help,
          })}
        />
      </Panel>
      <div className="sell-side stack gap-sm">
        <SaleStatus operation={operation} textOf={saleText} />
        <Panel label="Ticket en curso" className="stack gap-sm">
          <BasketView
            basket={basket}
            context={context}
            brief={phone}
            quote={quoteOf(basket, context, quoted)}
            change={change}
            onDone={focus}
          />
          {!phone && main}
        </Panel>
      </div>
      <Faces {...opened.shown} {...board} office_id={office_id} onRepeat={repeat} />
      {phone && main}
      {repeated}
    </div>
  )
}

/** The lower part: its face and the ticket that is open there, both in the address; a scanned code goes with it, never there. */
function useOpened(focus: () => void) {
  const [view, set] = useUrlState(sellView)
  const [scanned, setScanned] = useState<{ serial: string; code: string | null } | null>(null)
  const open = (serial: string, code: string | null) => {
    setScanned({ serial, code })
    set({ ticket: serial }, { keep_page: true, replace: true })
  }
  const close = () => {
    setScanned(null)
    set({ ticket: undefined }, { keep_page: true, replace: true })
    focus()
  }
  const code = scanned?.serial === view.ticket ? (scanned?.code ?? undefined) : undefined
  return {
    open,
    close,
    help: () => {
      set({ face: view.face === 'teclas' ? 'tablero' : 'teclas', ticket: undefined }, { replace: true })
      focus()
    },
    shown: {
      face: view.face,
      page: view.page,
      ticket: view.ticket === undefined ? null : { serial: view.ticket, code },
      onFace: (face: typeof view.face) => {
        set({ face }, { replace: true })
        focus()
      },
      onPage: (page: number) => set({ page }, { keep_page: true, replace: true }),
      onOpen: (serial: string) => open(serial, null),
      onClose: close,
    },
  }
}
