/** The ticket in the making, by draw: what each line costs, what stands against it and what is left of its number. */
import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import type { Quote } from '@contract/counter.ts'
import { formatMoney, isZero } from '@contract/values/money.ts'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { Money } from '@/kit/values/money.tsx'
import { groupsOf, toSend, totalOf } from './ticket.ts'
import type { Basket, BasketAction, BasketGroup, BasketLine, CounterContext } from './types.ts'
import { lineTitle } from './words.ts'

export interface BasketViewProps {
  basket: Basket
  context: CounterContext
  /** On a phone, where the total stands on the key that sells. */
  brief: boolean
  /** Nothing can be sold: nobody is asked to type. */
  shut: boolean
  /** Of this very ticket; null while it is not known. */
  quote: Quote | null
  change: (action: BasketAction) => void
  onDone: () => void
}

type LineQuote = Quote['lines'][number]

export function BasketView(props: BasketViewProps) {
  const { basket, context, quote, brief, shut } = props
  const { currency } = basket
  const end = useRef<HTMLDivElement>(null)
  const count = basket.lines.length
  useEffect(() => {
    // The list alone scrolls, not the page under it.
    const list = end.current?.parentElement
    if (list) list.scrollTop = list.scrollHeight
  }, [count])
  const quoted = new Map<string, LineQuote>()
  if (quote) toSend(basket, context).keys.forEach((key, at) => quoted.set(key, quote.lines[at]!))
  return (
    <div className="stack gap-xs">
      <div
        className={`sell-basket scrolls ring-inside ${count === 0 ? 'middle' : ''}`}
        role="group"
        aria-label="Ticket"
      >
        {count === 0 && (
          <p className="sorteo-muted">{shut ? 'Sin jugadas.' : 'Escriba un número y su monto: 25*100 y Enter.'}</p>
        )}
        {groupsOf(basket, context).map((group) => (
          <Group key={group.draw_id} {...props} group={group} quoted={quoted} />
        ))}
        {count > 0 && <div ref={end} />}
      </div>
      <TicketFaults quote={quote} />
      <dl className="facts" data-layout={brief ? 'lines' : 'figures'}>
        {!brief && <CounterFigure main label="Total" value={totalOf(basket, context)} currency={currency} />}
        <CounterFigure label="Puede ganar hasta" value={quote?.prize ?? null} currency={currency} />
      </dl>
    </div>
  )
}

/** What stands against the ticket as a whole. */
function TicketFaults({ quote }: { quote: Quote | null }) {
  const faults = quote?.faults ?? []
  return (
    <div role="status">
      {faults.map(({ code, message }) => (
        <p key={code} className="fault">
          {message}
        </p>
      ))}
    </div>
  )
}

function Group({
  group,
  quoted,
  ...props
}: BasketViewProps & { group: BasketGroup; quoted: ReadonlyMap<string, LineQuote> }) {
  const { currency } = props.basket
  return (
    <section className="sell-group">
      <h2 className={`row between baseline gap-sm ${group.closed ? 'struck' : ''}`}>
        <span>{group.name}</span>
        <Money value={group.subtotal} currency={currency} clear />
      </h2>
      {group.closed && <p className="fault">Ya cerró: no se vende. F9 dice qué hacer.</p>}
      <ul className="plain-list">
        {group.lines.map((line) => (
          <Line key={line.key} {...props} line={line} closed={group.closed} quoted={quoted.get(line.key)} />
        ))}
      </ul>
    </section>
  )
}

function Line({
  line,
  closed,
  quoted,
  basket,
  context,
  change,
  onDone,
}: BasketViewProps & { line: BasketLine; closed: boolean; quoted: LineQuote | undefined }) {
  const { currency } = basket
  const name = lineTitle(line, context)
  const fault = quoted?.faults[0]
  return (
    <li className={`sell-line${fault ? ' sell-line-wrong' : ''}`}>
      <span className={closed ? 'struck' : undefined}>{name}</span>
      <span className={`sorteo-figures nowrap ${closed ? 'struck' : ''}`}>
        {line.stake === null ? <em className="warns">falta el monto</em> : formatMoney(line.stake, currency)}
      </span>
      <button
        type="button"
        className="sell-touch plain-button hovers"
        aria-label={`Quitar ${name}`}
        title={`Quitar ${name}`}
        onClick={() => {
          change({ do: 'remove', keys: [line.key] })
          onDone()
        }}
      >
        <CloseOutlined aria-hidden="true" />
      </button>
      {fault && (
        <p className="fault whole">
          {fault.message}
          {fault.code !== 'number_blocked' &&
            quoted?.left &&
            !isZero(quoted.left) &&
            !fault.message.includes(formatMoney(quoted.left, currency)) && (
              <> Quedan {formatMoney(quoted.left, currency)}.</>
            )}
        </p>
      )}
    </li>
  )
}
