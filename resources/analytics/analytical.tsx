/** The analytical dashboard: sales over time, and any question about them as a table. */
import { Tabs } from 'antd'
import { z } from 'zod'
import type { Currency } from '@contract/values/currency.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { SavedViews } from '@/kit/screen/saved-views.tsx'
import { FilterBar } from '@/kit/page/filter-bar.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { FilterControls } from '@/kit/screen/filters.tsx'
import { activeFilters } from '@/kit/screen/filter-words.tsx'
import { Report } from '@/kit/screen/report-screen.tsx'
import { AnalyticalChoices } from './choices.tsx'
import { AnalyticalPanel } from './panel.tsx'
import { question } from './question.tsx'
import { facts, useAnalyticalView } from './view.ts'

const viewed = z.object({ view: z.enum(['panel', 'pregunta']).default('panel') })
const items = [
  { key: 'panel', label: 'Panel' },
  { key: 'pregunta', label: 'Pregunta libre' },
]
/** What the panel chooses otherwise or not at all. */
const away = ['currency', 'by', 'measures', 'level', 'weekday', 'hour']

export default function Analytical() {
  const [{ view }, set] = useUrlState(viewed)
  const choose = (key: string) =>
    set({ view: key as 'panel' | 'pregunta', sort: undefined, q: undefined } as { view: 'panel' })
  const tabs = <Tabs activeKey={view} items={items} onChange={choose} />
  return view === 'panel' ? <Panel tabs={tabs} /> : <Report {...question} tabs={tabs} />
}

function Panel({ tabs }: { tabs: React.ReactNode }) {
  const view = useAnalyticalView()
  const { filters, period, currency } = view
  return (
    <Page
      title="Analítico"
      tabs={tabs}
      actions={<SavedViews />}
      period={<DateRange control={period} />}
      filters={
        <CurrencySwitch
          value={currency}
          onChange={(chosen: Currency | undefined) => filters.set({ currency: chosen })}
        />
      }
    >
      <FilterBar
        before={<AnalyticalChoices view={view} />}
        filters={<FilterControls facts={facts} state={filters} without={away} />}
        active={activeFilters(facts, filters, away)}
        onClear={filters.clear}
        className="analytics-line"
        fitted
      />
      <AnalyticalPanel view={view} />
    </Page>
  )
}
