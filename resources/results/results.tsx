/** Results of a period, as a list or as a day's board, and their entry from a file. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { AppstoreOutlined, UnorderedListOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { rules } from '@contract/access/rules.ts'
import { screenLink } from '@contract/links.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { ResultRow } from '@contract/draw-detail.ts'
import { clockOf, formatDay, formatInstant } from '@contract/values/dates.ts'
import { useCan, useSession } from '@providers/session.ts'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { FilterControls, useFilters } from '@/kit/screen/filters.tsx'
import { ListTable, type ListTableProps } from '@/kit/screen/list-table.tsx'
import { useListPrinting } from '@/kit/screen/printing.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { Name } from '@/kit/values/name.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { BulkDrawer } from './bulk-drawer.tsx'
import { ResultNumbers } from './result-numbers.tsx'
import { ResultsBoard } from './results-board.tsx'
import './results.css'

const resultsView = z.object({
  view: z.enum(['lista', 'tablero']).default('lista'),
  upload: z.enum(['si', 'no']).default('no'),
})
type View = z.output<typeof resultsView>['view']

export default function Results() {
  const { zone } = useSession()
  const awards = useCan(rules.awarding)
  const period = usePeriod('hoy')
  const [{ view, upload }, set] = useUrlState(resultsView)
  const filters = useFilters(manageDraws.results.list)
  const printing = useListPrinting(manageDraws.results, 'Resultados')
  const product_ids = (filters.values['product_ids'] ?? []) as number[]
  return (
    <Page
      title="Resultados"
      period={<DateRange control={period} />}
      filters={
        <Segmented<View>
          aria-label="Vista"
          value={view}
          onChange={(chosen) => set({ view: chosen })}
          options={[
            { value: 'lista', label: 'Lista', icon: <UnorderedListOutlined /> },
            { value: 'tablero', label: 'Tablero', icon: <AppstoreOutlined /> },
          ]}
        />
      }
      actions={
        <>
          {view === 'lista' && printing.button}
          {awards && (
            <Button type="primary" icon={<UploadOutlined />} onClick={() => set({ upload: 'si' }, { keep_page: true })}>
              Cargar resultados
            </Button>
          )}
        </>
      }
    >
      {view === 'tablero' ? (
        <>
          <FilterControls facts={manageDraws.results.list} state={filters} without={['withdrawn']} />
          <p className="sorteo-muted">{formatDay(period.days.to)}</p>
          <ResultsBoard day={period.days.to} product_ids={product_ids} zone={zone} />
        </>
      ) : (
        <>
          {printing.header}
          <ResultsTable zone={zone} awards={awards} printed={printing.table} />
        </>
      )}
      {awards && <BulkDrawer open={upload === 'si'} onClose={() => set({ upload: 'no' }, { keep_page: true })} />}
    </Page>
  )
}

/** Whoever may award goes from a result to its draw. */
function resultColumns(zone: string, awards: boolean): ColumnSpec<ResultRow>[] {
  const hour = (row: ResultRow) => clockOf(row.scheduled_at, zone)
  const toAward = (row: ResultRow) => (
    <Link to={screenLink('manage-draws', { day: row.day, draw: row.draw_id })}>
      <Name>{row.product_name}</Name>
    </Link>
  )
  return [
    {
      key: 'scheduled_at',
      fixed: true,
      render: (row) => (
        <time dateTime={row.scheduled_at}>
          {formatDay(row.day)} {hour(row)}
        </time>
      ),
    },
    { key: 'product_name', ...(awards && { render: toAward }) },
    { key: 'text', render: (row) => <ResultNumbers numbers={row.numbers} /> },
    {
      key: 'withdrawn_at',
      title: 'Estado',
      align: 'left',
      render: (row) =>
        row.withdrawn_at ? (
          <StatusTag state="retirado" tone="neutral">
            Retirado: {row.withdrawn_reason}
          </StatusTag>
        ) : (
          <StatusTag state="activo" tone="good">
            En vigor
          </StatusTag>
        ),
    },
    { key: 'source', optional: true },
    { key: 'entered_by_name', render: (row) => <Name>{row.entered_by_name ?? row.source}</Name> },
    'confirmed_by_name',
    'awarded_at',
  ]
}

interface ResultsTableProps {
  zone: string
  awards: boolean
  printed: Pick<ListTableProps<typeof manageDraws.results>, 'paper' | 'onQuery'>
}

function ResultsTable({ zone, awards, printed }: ResultsTableProps) {
  const columns = useMemo(() => resultColumns(zone, awards), [zone, awards])
  const text = awards
    ? 'Premie un sorteo, o cargue los resultados desde un archivo.'
    : 'Cuando se premie un sorteo, su resultado aparecerá aquí.'
  return (
    <ListTable
      list={manageDraws.results}
      columns={columns}
      rowName={(row) => `${row.product_name} ${formatInstant(row.scheduled_at, zone)}`}
      storageKey="results"
      {...printed}
      empty={{
        title: 'Sin resultados en este período',
        text,
        action: <NextStep screen="manage-draws">Premiar sorteos</NextStep>,
      }}
    />
  )
}
