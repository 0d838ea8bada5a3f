/** Tickets by serial, office, date, state, number or amount; and what was played in one draw, line by line or number by number. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { ticketReports } from '@contract/ticket-reports.ts'
import { useSession } from '@providers/session.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useListPrinting } from '@/kit/screen/printing.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { TicketPanel } from '@resources/tickets/ticket-panel.tsx'
import { ConsultTickets } from './consult-tickets.tsx'
import { consultState, consultViews, type ConsultView } from './consult-state.ts'
import { DrawView } from './draw-view.tsx'
import { SerialField } from './serial-field.tsx'
import './ticket-reports.css'

/** The rest of a label is seen only where there is room for it. */
const labels: Record<ConsultView, [word: string, rest: string]> = {
  tickets: ['Tickets', ''],
  sorteo: ['Jugadas', ' de un sorteo'],
  numeros: ['Números', ' de un sorteo'],
}

/** All of a draw's numbers are on the screen already. */
const printNumbers = (
  <Button
    icon={<PrinterOutlined />}
    aria-label="Imprimir"
    title="Imprimir todos los números"
    onClick={() => window.print()}
  />
)

export default function TicketConsult() {
  const period = usePeriod('hoy')
  const [state, set] = useUrlState(consultState)
  const { view } = state
  const printing = useListPrinting(ticketReports.consult, 'Consulta de tickets')
  const lines = useListPrinting(ticketReports.played, 'Jugadas de un sorteo')
  const { currency } = useSession()
  const shown = view === 'numeros' ? (state.currency ?? currency) : state.currency
  const ofDraw = view === 'sorteo' ? lines.button : printNumbers
  return (
    <Page
      title="Consulta de tickets"
      {...(view === 'tickets' && { period: <DateRange control={period} /> })}
      filters={
        <>
          <SerialField />
          <CurrencySwitch all={view !== 'numeros'} value={shown} onChange={(chosen) => set({ currency: chosen })} />
        </>
      }
      actions={view === 'tickets' ? printing.button : state.draw !== undefined && ofDraw}
      tabs={
        <Tabs
          activeKey={view}
          items={consultViews.map((key) => {
            const [word, rest] = labels[key]
            return {
              key,
              label: (
                <>
                  {word}
                  <span className="consult-rest">{rest}</span>
                </>
              ),
            }
          })}
          onChange={(key) => set({ view: key as ConsultView, sort: undefined, q: undefined })}
        />
      }
    >
      {view === 'tickets' && printing.header}
      {view === 'tickets' ? (
        <ConsultTickets q={state.q} printed={printing.table} />
      ) : (
        <DrawView state={state} set={set} printing={lines} />
      )}
      <TicketPanel />
    </Page>
  )
}
