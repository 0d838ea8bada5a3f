/** Tickets by serial, office, date, state, number or amount; and what was played in one draw, line by line or number by number. */
import { Tabs } from 'antd'
import { useSession } from '@providers/session.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { TicketPanel } from '@resources/tickets/ticket-panel.tsx'
import { ConsultTickets } from './consult-tickets.tsx'
import { consultState, consultViews, type ConsultView } from './consult-state.ts'
import { DrawView } from './draw-view.tsx'
import { SerialField } from './serial-field.tsx'
import './ticket-reports.css'

/** The second is what a phone has room for. */
const labels: Record<ConsultView, [wide: string, narrow: string]> = {
  tickets: ['Tickets', 'Tickets'],
  sorteo: ['Jugadas de un sorteo', 'Jugadas'],
  numeros: ['Números de un sorteo', 'Números'],
}

export default function TicketConsult() {
  const period = usePeriod('hoy')
  const [state, set] = useUrlState(consultState)
  const { view } = state
  const { currency } = useSession()
  const phone = usePhone()
  const shown = view === 'numeros' ? (state.currency ?? currency) : state.currency
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
      tabs={
        <Tabs
          activeKey={view}
          items={consultViews.map((key) => ({ key, label: labels[key][phone ? 1 : 0] }))}
          onChange={(key) => set({ view: key as ConsultView, sort: undefined, q: undefined })}
        />
      }
    >
      {view === 'tickets' ? <ConsultTickets q={state.q} /> : <DrawView state={state} set={set} />}
      <TicketPanel />
    </Page>
  )
}
