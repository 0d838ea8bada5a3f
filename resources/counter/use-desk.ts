/** What a hand at the counter can do, by whatever key or button: each act ends with the focus in the field. */
import { startTransition, useEffect, useRef } from 'react'
import type { CounterCatalogue } from '@contract/counter.ts'
import type { Terminal } from '@/kit/counter/terminal.ts'
import { closedBy } from './adjust.ts'
import type { ClientHandle } from './client-line.tsx'
import { repeatOf } from './copies.ts'
import type { SellFieldHandle } from './entry-field.tsx'
import { readEntry } from './grammar.ts'
import { toSend } from './ticket.ts'
import type { Reading, SoldBefore } from './types.ts'
import { useCounter } from './use-counter.ts'
import { useEntry } from './use-entry.ts'
import { useLast } from './use-last.ts'
import { useOpened } from './use-opened.ts'
import { useQuote } from './use-quote.ts'
import { useSelling } from './use-selling.ts'

export interface SellDeskProps {
  catalogue: CounterCatalogue
  /** Named where whoever sells has several offices. */
  office_id: number | undefined
  terminal: Terminal
  prints: boolean
}

/** The ticket in the making, the sale, the field, what is open below, and the acts on them. */
export function useDesk({ catalogue, office_id, terminal, prints }: SellDeskProps) {
  const entry = useRef<SellFieldHandle>(null)
  const buyer = useRef<ClientHandle>(null)
  const focus = () => entry.current?.focus()
  const { last, setLast } = useLast(catalogue.office.id, catalogue.today)
  const ticket = useCounter(catalogue, last)
  const { basket, context, change, refuse, moved } = ticket
  const quoted = useQuote(toSend(basket, context), office_id)
  useEffect(() => refuse(closedBy(quoted)), [quoted, refuse])
  const selling = useSelling(ticket, quoted, { terminal, office_id, prints, onSold: setLast })
  const { step } = selling
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
  const take = (reading: Reading) => {
    if (reading.kind === 'wrong') typing.say(reading.says, true)
    else {
      change({ do: 'take', reading })
      if ('says' in reading) typing.say(reading.says)
    }
    focus()
  }
  const go = () => {
    if (step.kind === 'client') {
      typing.say(step.why, true)
      return buyer.current?.ask()
    }
    if (step.kind === 'blocked') typing.say(step.why, true)
    else {
      if (step.kind === 'change') typing.say(`${step.label}: hecho. Revise y venda.`)
      selling.go()
      // Of what is sold the sale speaks, once it is on its way.
      if (step.kind === 'sell') startTransition(() => typing.say(''))
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
  return {
    entry,
    buyer,
    focus,
    last,
    ticket,
    quoted,
    selling,
    opened,
    typing,
    take,
    go,
    repeat,
    clear,
    back: () => take(readEntry('-', basket, context)),
    nextCurrency: currencies.length > 1 ? nextCurrency : null,
    write: (text: string) => {
      typing.write(typing.text + text)
      focus()
    },
  }
}
