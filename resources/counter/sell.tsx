/** Selling: draws, field and keys at the left, the ticket and its next step at the right; below, what is looked up. */
import type { KeyboardEvent } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import { counter } from '@contract/counter.ts'
import { tickets } from '@contract/tickets.ts'
import { countText, formatMoney, add } from '@contract/values/money.ts'
import { isTypingKey } from '@/kit/counter/focus.ts'
import { CounterKeys } from '@/kit/counter/keys.tsx'
import { useRepeated } from '@/kit/counter/repeated.ts'
import { SaleStatus, standsText } from '@/kit/counter/sale-status.tsx'
import { useReprint } from '@/kit/counter/use-reprint.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { quoteOf } from './adjust.ts'
import { BasketView } from './basket-view.tsx'
import { BoardFace } from './board-face.tsx'
import { ClientLine } from './client-line.tsx'
import { DrawsBar } from './draws-bar.tsx'
import { EntryField, EntrySaid } from './entry-field.tsx'
import { Faces } from './faces.tsx'
import { readEntry } from './grammar.ts'
import { Pad } from './pad.tsx'
import { PhoneFoot } from './phone-foot.tsx'
import { clientKey, QuickAmounts, sellKey, usualKeys } from './sell-keys.tsx'
import { useDesk, type SellDeskProps } from './use-desk.ts'

const changed = [counter, tickets]

/** `3 jugadas, Bs 150,00`. */
const saleText = ({ body }: Arguments<typeof tickets.sell>): string =>
  `${countText(body.lines.length, 'jugada', 'jugadas')}, ${formatMoney(add(...body.lines.map(({ stake }) => stake)), body.currency, true)}`

function onDeskKey(event: KeyboardEvent<HTMLDivElement>, { opened, focus }: ReturnType<typeof useDesk>): void {
  // What a dialog hears is its own.
  if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
  if (event.key === 'Escape' && opened.shown.ticket) {
    // The ticket that is open goes before the text in the field does.
    event.preventDefault()
    event.stopPropagation()
    return opened.close()
  }
  // What a button has no use for goes to the field, so that typing works from anywhere.
  if (!event.target.closest('input, textarea, select') && isTypingKey(event)) focus()
}

export function SellDesk(props: SellDeskProps) {
  const { office_id } = props
  const phone = usePhone()
  const desk = useDesk(props)
  const { entry, focus, last, quoted, selling, opened, typing } = desk
  const { basket, context, change } = desk.ticket
  const { step, operation, shut } = selling
  const repeated = useRepeated(operation, '¿Vender el mismo ticket otra vez?', selling.back)
  const { reprint } = useReprint(changed)
  const board = {
    basket,
    context,
    reading: typing.reading,
    onNumber: (code: string) => desk.take(readEntry(code, basket, context)),
    onWrite: desk.write,
  }
  // Elsewhere an idle sale says it, beside the ticket.
  const told = phone || operation.current.state !== 'ninguna' ? shut : null
  const said = <EntrySaid typing={typing} stands={told ?? standsText(operation)} />
  const clientOf = clientKey(() => desk.buyer.current?.ask())
  const main = (
    <CounterKeys
      label="Vender"
      keys={[sellKey(step, basket, context, operation.current.state === 'enviado', desk.go)]}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hands what is typed on its buttons to the field
    <div className="sell" onKeyDownCapture={(event) => onDeskKey(event, desk)}>
      <Panel label="Vender" className="sell-main stack gap-sm">
        <DrawsBar basket={basket} context={context} change={change} onDone={focus} />
        <EntryField ref={entry} typing={typing} said={!phone && said} onBack={desk.back} />
        <ClientLine
          ref={desk.buyer}
          client={basket.client}
          needed={step.kind === 'client'}
          change={change}
          onDone={focus}
        />
        {phone && (
          <Pad text={typing.text} onWrite={typing.write} onEnter={() => void typing.enter()} onBack={desk.back}>
            <BoardFace {...board} />
          </Pad>
        )}
        <div className="row between gap-xs">
          <QuickAmounts
            basket={basket}
            context={context}
            onPick={(stake) => {
              change({ do: 'quick', stake })
              focus()
            }}
          />
          {!phone && <CounterKeys label="Cliente" keys={[clientOf]} />}
        </div>
        <CounterKeys
          label="Teclas de la venta"
          keys={[
            ...usualKeys(basket, {
              onRepeat: () => desk.repeat(last),
              onClear: desk.clear,
              onCurrency: desk.nextCurrency,
              onReprint: last ? () => void reprint(last.serial).then(focus) : null,
              onHelp: opened.help,
            }),
            ...(phone ? [clientOf] : []),
          ]}
        />
      </Panel>
      <div className="sell-side stack gap-sm">
        <SaleStatus operation={operation} textOf={saleText} shut={shut} />
        <Panel label="Ticket en curso" className="stack gap-sm">
          <BasketView
            basket={basket}
            context={context}
            brief={phone}
            shut={shut !== null}
            quote={quoteOf(basket, context, quoted)}
            change={change}
            onDone={focus}
          />
          {!phone && main}
        </Panel>
      </div>
      <Faces {...opened.shown} {...board} office_id={office_id} onRepeat={desk.repeat} />
      {phone && (
        <PhoneFoot basket={basket} context={context} quoted={quoted} step={step} said={said}>
          {main}
        </PhoneFoot>
      )}
      {repeated}
    </div>
  )
}
