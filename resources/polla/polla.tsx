/** The polla's counter: sell at the left, what was just sold and today's tickets at the right, any ticket in a drawer. */
import { useCallback, useRef, useState } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import { polla, type PollaRound } from '@contract/polla.ts'
import { formatDay } from '@contract/values/dates.ts'
import { useCall, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { focusAfterClosing } from '@/kit/counter/focus.ts'
import { SaleStatus } from '@/kit/counter/sale-status.tsx'
import { TerminalNote } from '@/kit/counter/terminal-note.tsx'
import { useTerminal } from '@/kit/counter/terminal.ts'
import { useAutoPrint } from '@/kit/counter/auto-print.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { printReceipt } from '@/kit/counter/receipt/print-receipt.tsx'
import { receiptOfPolla } from '@/kit/counter/receipt/receipt-ticket.ts'
import { useTellRows } from '@/kit/table/shown-rows.ts'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import type { EntryHandle } from './entry.tsx'
import { Sell } from './sell.tsx'
import { SaleReceipt } from './sale-receipt.tsx'
import { PollaTicketDrawer } from './ticket-drawer.tsx'
import { Today, todayPage } from './today.tsx'
import { usePollaReprint } from './use-polla-reprint.ts'
import { useSale, type SoldPolla } from './use-sale.ts'
import { counterView } from './views.ts'
import './polla.css'

const refreshMs = 20_000
/** `Polla del día 22/11/2026: 5, 12, 36`. */
function saleText({ body }: Arguments<typeof polla.sell>, rounds: readonly PollaRound[]): string {
  const round = rounds.find((one) => one.id === body.round_id)
  return `${round ? `${round.product_name} ${formatDay(round.day)}` : 'Polla'}: ${body.symbols.join(', ')}`
}

export default function PollaCounter() {
  const { zone } = useSession()
  const today = useToday()
  const [view, set] = useUrlState(counterView)
  const list = useCall(
    polla.list,
    { query: { from: today, page: view.page, per_page: todayPage, sort: '-sold_at' } },
    { refetchInterval: refreshMs, keepPrevious: true },
  )
  const terminal = useTerminal()
  const [prints, printSwitch] = useAutoPrint('polla-prints')
  const [sold, setSold] = useState<{ ticket: SoldPolla; printed: boolean } | null>(null)
  const entry = useRef<EntryHandle>(null)
  const { invalidate } = useEndpointCache()
  const { reprint } = usePollaReprint()
  const onSold = useCallback(
    (ticket: SoldPolla) => {
      setSold({ ticket, printed: prints })
      if (prints) printReceipt(receiptOfPolla(ticket, zone), 0)
      void invalidate(polla)
      entry.current?.focus()
    },
    [prints, zone, invalidate],
  )
  useTellRows(polla.list, list.data?.data, {
    page: view.page,
    per_page: todayPage,
    total: list.data?.total ?? 0,
    fresh: !list.isPlaceholderData,
    toPage: (page) => set({ page }, { keep_page: true, replace: true }),
  })
  const rounds = list.data?.rounds ?? []
  const sale = useSale(
    rounds,
    { round: view.round, currency: view.currency },
    (choice) => set(choice, { replace: true, keep_page: true }),
    onSold,
  )
  const last = sold?.ticket ?? list.data?.data.find((ticket) => ticket.actions.includes('reprint'))
  const focus = () => entry.current?.focus()
  return (
    <Page title="Polla" actions={printSwitch}>
      <TerminalNote terminal={terminal} />
      <div className="polla-counter">
        {list.data ? (
          <Sell
            sale={sale}
            today={today}
            entry={entry}
            onReprint={last ? () => void reprint(last).then(focus) : null}
          />
        ) : (
          <Panel label="Vender una polla">
            {list.error ? (
              <ProblemView error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <ListSkeleton rows={10} />
            )}
          </Panel>
        )}
        <div className="stack gap-md">
          <SaleStatus operation={sale.operation} textOf={(args) => saleText(args, rounds)} />
          {sold && (
            <SaleReceipt
              key={sold.ticket.serial}
              sold={sold.ticket}
              printed={sold.printed}
              onClose={() => setSold(null)}
              onDone={focus}
            />
          )}
          <Today
            answer={list.data}
            today={today}
            error={list.error}
            onRetry={() => void list.refetch()}
            page={view.page}
            onPage={(page) => set({ page }, { keep_page: true })}
            onOpen={(ticket) => set({ ticket }, { keep_page: true })}
          />
        </div>
      </div>
      <PollaTicketDrawer
        serial={view.ticket}
        onOpen={(ticket) => set({ ticket }, { keep_page: true, replace: true })}
        onClose={() => set({ ticket: undefined }, { keep_page: true })}
        onClosed={() => focusAfterClosing(focus)}
      />
    </Page>
  )
}
