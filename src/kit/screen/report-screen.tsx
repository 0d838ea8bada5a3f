/**
 * The screen of a list that is read and taken away: its period, filters, figures, totals, print and file, from
 * the list's declaration; a row opens in a drawer, or as the screen says.
 */
import { Fragment, useCallback, useMemo, useState, type Key, type ReactNode } from 'react'
import type { z } from 'zod'
import { looksOf } from '@contract/field.ts'
import type { ListFacts } from '@contract/endpoint.ts'
import { clockOf, daysCompared, type ComparisonQuery } from '@contract/values/dates.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { LazyTrendChart } from '../chart/lazy.tsx'
import { Page } from '../page/page.tsx'
import { SavedViews } from './saved-views.tsx'
import { questionOf, type Filters } from '../table/export-question.ts'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { useRowWalk } from '../table/shown-rows.ts'
import { DateRange } from '../values/date-range.tsx'
import { PartnerPath } from '../values/partner-path.tsx'
import { usePartnerPath } from '../values/partner-tree.ts'
import { comparisonDays, fixedRange } from '../values/period-days.ts'
import { usePeriod, type PeriodControl } from '../values/period.ts'
import { ChartSwitch, useCharted } from './chart-switch.tsx'
import { FilterControls, useFilters, type FilterState } from './filters.tsx'
import { factsOf, ListTable, type ListTableProps, type NothingSaid } from './list-table.tsx'
import { useListPrinting } from './printing.tsx'
import { RowDrawer } from './row-drawer.tsx'
import { ReportChart, type ReportChartSpec } from './report-chart.tsx'
import { useRowWays, type ReportView, type RowWays } from './report-rows.tsx'

interface ReportParts<E extends PagedEndpoint>
  extends Pick<
    ListTableProps<E>,
    | 'columns'
    | 'rowName'
    | 'rowKey'
    | 'sums'
    | 'elsewhere'
    | 'fixed'
    | 'onRowClick'
    | 'hrefOf'
    | 'rowActions'
    | 'selection'
  > {
  /** Above the table: figures, a chart. */
  above?: ReactNode
  /** Beside the title: filters that all figures share. A currency that filters the list stands there anyway. */
  filters?: ReactNode
  actions?: ReactNode
  /** Beside the title: how the figures are kept up. */
  subtitle?: ReactNode
  /** Its drawing, which stands beside the rows where the window is wide. */
  beside?: ReactNode
  /** Below the table: drawers that an address opens. */
  below?: ReactNode
  /** In the place of what is said when nothing is found. */
  nothing?: NothingSaid
}

export interface ReportScreen<E extends PagedEndpoint> extends ReportParts<E>, RowWays<E> {
  title: string
  /** Names the table's preferences. */
  key: string
  /** When nothing is found: why, and what to do next. */
  nothing: NothingSaid
  /** A row in a drawer. */
  detail?: { title: (row: RowOf<E>) => string; render: (row: RowOf<E>) => ReactNode; width?: number }
  /** Offers the page on paper, with what it is of above it. */
  print?: true
  /** Its figures drawn above the table; put away in a low window until somebody opens the drawing. */
  chart?: ReportChartSpec<E>
  /** It is drawn by what its parts say (`beside`). */
  drawing?: true
  /** A hook: the parts that hang from what the report stands on, or from the address. */
  useParts?: (view: ReportView<E>) => Partial<ReportParts<E>>
}

const currencyOf = ({ filters }: ListFacts) =>
  Object.entries(filters).flatMap(([name, schema]) =>
    looksOf(schema as z.ZodType).control === 'currency' ? [name] : [],
  )

/** The way back up from a partner whose rows are shown: a level chosen further down ends there. */
function DrillPath({ state: { values, set } }: { state: FilterState }) {
  const path = usePartnerPath(values['partner_id'] as number | undefined)
  return path.length > 1 && <PartnerPath path={path} onChoose={(partner_id) => set({ partner_id, level: undefined })} />
}

/** Says which days are compared with which; while the period runs, until the minute at which it was answered. */
function useComparedDays({ period: { days, today }, query }: Omit<ReportView<PagedEndpoint>, 'drawn'>) {
  const { zone } = useSession()
  const before = daysCompared(days, query as ComparisonQuery)
  if (!before) return {}
  const runs = days.from <= today && today <= days.to
  const text = comparisonDays(days, before, today)
  const note = (at: number) => (
    <div className="row gap-sm small sorteo-muted nowrap" style={{ padding: '4px 12px' }}>
      <span>{`${text[0]!.toUpperCase()}${text.slice(1)}`}</span>
      {runs && (
        <span>
          Comparado hasta las {clockOf(new Date(serverNow().getTime() - Date.now() + at).toISOString(), zone)}
        </span>
      )}
    </div>
  )
  return { note }
}

/** A report made ready: what does not change from one drawing to the next. */
export function loadReport<E extends PagedEndpoint>(list: E, said: ReportScreen<E>) {
  const facts = factsOf(list)
  const shared = currencyOf(facts)
  const rest = Object.keys(facts.filters).filter((name) => !shared.includes(name))
  if (said.chart || said.drawing) void LazyTrendChart.preload()
  return { list, said, facts, shared, rest }
}

/** The period of a report's file, where its days are the period's own and that is relative. */
function relative({ period: said }: ListFacts, asked: Filters, { choice, days }: PeriodControl) {
  const own = said && asked['from'] === days.from && asked['to'] === days.to
  return own && choice !== fixedRange ? { period: choice } : {}
}

const noParts = () => ({})

const idIn = (row: unknown) => (row as { id: Key }).id

interface ReportProps<E extends PagedEndpoint> extends ReturnType<typeof loadReport<E>> {
  tabs?: ReactNode
}

/** A report, alone or as the open one of several tabs. */
export function Report<E extends PagedEndpoint>({ list, said, facts, shared, rest, tabs }: ReportProps<E>) {
  const { detail, title, key, print, chart, drawing = false, drill, itself, links, useParts = noParts, ...fixed } = said
  const period = usePeriod(facts.period?.preset)
  const state = useFilters(facts)
  const query = useMemo(
    () => ({ ...state.values, ...(facts.period && period.days) }) as unknown as FiltersOf<E>,
    [state.values, facts.period, period.days],
  )
  const printing = useListPrinting(list, title)
  const { asked } = printing
  const file = useCallback(() => {
    const latest = asked()
    return latest && questionOf(facts.file, latest, relative(facts, latest, period))
  }, [facts, period, asked])
  const [opened, setOpened] = useState<RowOf<E> | null>(null)
  const open = useCallback((row: RowOf<E>) => setOpened(row), [])
  const [drawn, setDrawn] = useCharted(drawing)
  const view = { period, state, query, drawn }
  const parts = { ...fixed, ...useParts(view) }
  const { above, filters, actions, subtitle, below, beside, elsewhere, columns, nothing, ...table } = parts
  const ways = { ...(drill && { drill }), ...(itself && { itself }), ...(links && { links }) }
  const rows = useRowWays(facts, { columns, rowName: table.rowName, ...ways }, view)
  const compared = useComparedDays(view as never)
  const press = useMemo(
    () => (detail ? { onRowClick: open, onOpen: open } : drill ? { onRowClick: rows.open } : {}),
    [detail, drill, open, rows.open],
  )
  const away = useMemo(() => [...shared, ...(elsewhere ?? [])], [shared, elsewhere])
  return (
    <Page
      title={title}
      {...(facts.period && { period: <DateRange control={period} /> })}
      {...(subtitle && { subtitle })}
      {...(tabs && { tabs })}
      filters={
        <>
          <FilterControls facts={facts} state={state} without={rest} />
          {filters}
        </>
      }
      actions={
        <>
          <SavedViews file={file} />
          {(chart || drawing) && <ChartSwitch shown={drawn} onChange={setDrawn} />}
          {actions}
          {print && printing.button}
        </>
      }
    >
      {print && printing.header}
      {drill && 'partner_id' in facts.filters && <DrillPath state={state} />}
      {chart && drawn && <ReportChart list={list} said={chart} query={query} onOpen={rows.open} />}
      {above}
      <div className={beside && drawn ? 'report-beside' : undefined}>
        {drawn && beside}
        <ListTable<E>
          key={key}
          list={list}
          columns={rows.shown}
          {...press}
          {...compared}
          {...table}
          elsewhere={away}
          storageKey={key}
          onQuery={printing.table.onQuery}
          {...(print && printing.table)}
          empty={nothing}
        />
      </div>
      {below}
      {detail && <Detail<E> {...detail} list={list} idOf={said.rowKey ?? idIn} opened={opened} onOpen={setOpened} />}
    </Page>
  )
}

type DetailProps<E extends PagedEndpoint> = NonNullable<ReportScreen<E>['detail']> & {
  list: E
  idOf: (row: RowOf<E>) => Key
  opened: RowOf<E> | null
  onOpen: (row: RowOf<E> | null) => void
}

/** One row of a report, from which its neighbours are reached. */
function Detail<E extends PagedEndpoint>({ list, idOf, opened, onOpen, width = 720, title, render }: DetailProps<E>) {
  const id = opened === null ? undefined : String(idOf(opened))
  const walk = useRowWalk({
    list,
    idOf: (row) => String(idOf(row as RowOf<E>)),
    id,
    open: (row) => onOpen(row as RowOf<E>),
  })
  return (
    <RowDrawer
      shows={id}
      walk={walk}
      open={opened !== null}
      width={width}
      title={opened && title(opened)}
      onClose={() => onOpen(null)}
      destroyOnHidden
    >
      {opened && <Fragment key={id}>{render(opened)}</Fragment>}
    </RowDrawer>
  )
}

/** Gives the component of the screen. */
export function reportScreen<E extends PagedEndpoint>(list: E, said: ReportScreen<E>) {
  const ready = loadReport(list, said)
  return function ReportOf() {
    return <Report {...ready} />
  }
}
