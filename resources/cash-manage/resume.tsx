/** What the registers of some days come to: by state above, agency by agency below, each figure leading to its registers. */
import { useMemo } from 'react'
import { cashManage, type RegistersByState, type RegistersOfAgency } from '@contract/cash-manage.ts'
import { registerStates, type RegisterState } from '@contract/cash-registers.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { FigureStrip, type StripFigure } from '@resources/kpis/figure-strip.tsx'
import '@resources/kpis/kpis.css'
import { NextStep } from '@/kit/page/next-step.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import type { FiltersOf } from '@/kit/table/query.ts'
import { Money } from '@/kit/values/money.tsx'
import type { PeriodChoice } from '@/kit/values/period-days.ts'
import { registersLink } from './links.ts'

type Query = FiltersOf<typeof cashManage.summary>
const states = Object.keys(registerStates) as RegisterState[]

/** `3 cajas`, and what they were short of or had too much. */
function Shown({ row }: { row: RegistersByState }) {
  const { registers, currency, short, over } = row
  return (
    <span className="row inline baseline gap-xs">
      {countText(registers, 'caja', 'cajas')}
      {short !== '0.00' && (
        <span className="bad">
          faltó <Money value={short} currency={currency} clear />
        </span>
      )}
      {over !== '0.00' && (
        <span className="warns">
          sobró <Money value={over} currency={currency} clear />
        </span>
      )}
    </span>
  )
}

/** A strip for each currency: what differs is of one, and currencies are never added. */
function Strips({ query, choice }: { query: Query; choice: PeriodChoice }) {
  const { from, to, currency, partner_id } = query as { from: string; to: string } & Query
  const call = useCall(cashManage.resume, {
    query: { from, to, ...(currency && { currency }), ...(partner_id !== undefined && { partner_id }) },
  })
  const rows = call.data?.data ?? []
  const shown = [...new Set(rows.map((row) => row.currency))]
  if (call.data && shown.length === 0) return null
  const figure = (state: RegisterState, of: Currency | undefined): StripFigure => {
    const row = rows.find((one) => one.state === state && one.currency === of)
    const { label } = registerStates[state]
    const to_ = of && registersLink({ choice, days: { from, to }, currency: of, partner_id, state })
    return {
      label,
      to: to_ ?? '',
      name: `Ver las cajas: ${label}${of ? `, ${currencyFacts[of].name}` : ''}`,
      hint: 'Ver las cajas',
      shown: call.data ? row ? <Shown row={row} /> : '0' : undefined,
    }
  }
  return (shown.length > 0 ? shown : [undefined]).map((of) => (
    <FigureStrip
      key={of ?? ''}
      title={of ? currencyFacts[of].name : 'Cajas por estado'}
      call={call}
      each={180}
      titled={136}
      figures={states.map((state) => figure(state, of))}
    />
  ))
}

function useParts({ query, period }: ReportView<typeof cashManage.summary>) {
  const { choice } = period
  return { above: useMemo(() => <Strips query={query} choice={choice} />, [query, choice]) }
}

const behind =
  (more: { state?: RegisterState; differs?: 'falta' | 'sobra' }) =>
  ({ agency_id, currency }: RegistersOfAgency, query: Query, choice: PeriodChoice) => {
    const { from, to } = query as { from: string; to: string }
    return registersLink({ choice, days: { from, to }, currency, partner_id: agency_id, ...more })
  }

export default reportScreen(cashManage.summary, {
  title: 'Resumen de cajas',
  key: 'cash-resume',
  columns: [
    { key: 'agency_name', fixed: true, width: 172 },
    { key: 'agency_code', optional: true, width: 110 },
    { key: 'currency', width: 76, render: ({ currency }) => currencyFacts[currency].clear_symbol },
    { key: 'registers', width: 80 },
    { key: 'open', width: 94 },
    { key: 'waiting', width: 112 },
    ...['returned', 'approved'].map((key) => ({ key, width: 94 })),
    { key: 'expected', width: 132, optional: true },
    ...['counted', 'short', 'over'].map((key) => ({ key, width: 114 })),
  ],
  rowKey: (row) => `${row.agency_id}:${row.currency}`,
  rowName: (row) => row.agency_name,
  links: {
    registers: behind({}),
    open: behind({ state: 'abierta' }),
    waiting: behind({ state: 'enviada' }),
    returned: behind({ state: 'devuelta' }),
    approved: behind({ state: 'aprobada' }),
    short: behind({ differs: 'falta' }),
    over: behind({ differs: 'sobra' }),
  },
  useParts,
  nothing: {
    title: 'Sin cajas en este período',
    text: 'Elija otros días, o vea qué taquillas vendieron sin abrir la suya.',
    action: <NextStep screen="cash-audit">Ver la auditoría</NextStep>,
  },
  print: true,
})
