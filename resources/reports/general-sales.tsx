/** The general settlement: what each partner, product or day sold, won, earned and owes in a period. */
import { BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { reports, type GeneralRow } from '@contract/reports.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { useSession } from '@providers/session.ts'
import { FigureLink } from '@resources/kpis/figure-link.tsx'
import { preloadCharts } from '@/kit/chart/lazy.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { cellText } from '@/kit/screen/cell.tsx'
import { reportScreen, type ReportView } from '@/kit/screen/report-screen.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { drillOf, linksOf, type GeneralQuery } from './general-drill.ts'
import { GeneralChart } from './general-chart.tsx'
import { Recalculate } from './recalculate.tsx'
import './general-sales.css'

preloadCharts()

const charted = z.object({ chart: z.enum(['si', 'no']).default('si') })

/** A row opens the rows that it is the sum of; its sales and prizes lead to the tickets and prizes behind them. */
function useGeneral({ period, state: { set }, query }: ReportView<typeof reports.general>) {
  const { currency: own } = useSession()
  const [{ chart }, setChart] = useUrlState(charted)
  const asked = query as GeneralQuery
  const { currency, product_id } = asked
  const path = usePartnerPath(asked.partner_id)
  const { choice, chooseDays } = period
  const open = useCallback(
    (row: GeneralRow) => {
      const drill = drillOf(row, { product_id })
      if (!drill) return
      set({ ...drill.state, ...(currency === undefined && { currency: row.currency }) })
      if (drill.days) chooseDays(drill.days)
    },
    [product_id, currency, set, chooseDays],
  )
  const columns = useMemo(() => {
    const linked = (key: 'sold' | 'prizes') => (row: GeneralRow) => (
      <FigureLink to={linksOf(row, asked, choice)[key]} of={row.name}>
        {cellText(reports.general.list.row.shape[key], row[key], { currency: row.currency, zone: '' })}
      </FigureLink>
    )
    const name = (row: GeneralRow) =>
      drillOf(row, { product_id }) ? (
        <button type="button" className="general-open" onClick={() => open(row)}>
          {row.name}
        </button>
      ) : (
        row.name
      )
    const clear = (row: { currency: Currency }) => currencyFacts[row.currency].clear_symbol
    return [
      { key: 'name', fixed: true, width: 220, render: name },
      { key: 'code', optional: true, width: 110 },
      { key: 'type', optional: true, width: 110 },
      ...(currency === undefined ? [{ key: 'currency', width: 84, render: clear }] : []),
      { key: 'tickets', width: 96 },
      { key: 'sold', width: 148, render: linked('sold') },
      { key: 'prizes', width: 148, render: linked('prizes') },
      ...['commission', 'profit', 'participation', 'total'].map((key) => ({ key, width: 148 })),
      { key: 'annulled', width: 148, optional: true },
      { key: 'payout_percent', width: 100 },
    ]
  }, [asked, choice, currency, product_id, open])
  const shown = chart === 'si'
  return {
    columns,
    onRowClick: open,
    above: (
      <>
        {path.length > 1 && (
          <PartnerPath path={path} onChoose={(partner_id) => set({ partner_id, level: 'directos' })} />
        )}
        {shown && <GeneralChart query={asked} currency={currency ?? own} onOpen={open} />}
      </>
    ),
    actions: (
      <>
        <Button
          icon={<BarChartOutlined />}
          aria-pressed={shown}
          aria-label="Gráfico"
          title={shown ? 'Ocultar el gráfico' : 'Ver el gráfico'}
          onClick={() => setChart({ chart: shown ? 'no' : 'si' }, { keep_page: true, replace: true })}
        />
        <Recalculate period={period.days} />
      </>
    ),
  }
}

export default reportScreen(reports.general, {
  title: 'Ventas generales',
  key: 'general-sales',
  columns: [],
  rowKey: (row) => `${row.key}:${row.currency}`,
  rowName: (row) => row.name,
  nothing: {
    title: 'Sin ventas en este período',
    text: 'Elija otro período o quite un filtro para ver la liquidación.',
  },
  print: true,
  useParts: useGeneral,
})
