/** One load under review: what is missing, what would be posted and in whose place, and every row with its reason. */
import { WarningFilled } from '@ant-design/icons'
import { Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { rowStanding, rowStandings, type RowStanding } from '@contract/external-file.ts'
import { externalSales } from '@contract/external-sales.ts'
import type { ExternalEntryRow, ExternalLoad } from '@contract/external-loads.ts'
import { wordOf } from '@contract/field.ts'
import { formatDay } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'
import { LoadColumns } from './load-columns.tsx'
import { LoadActions } from './load-actions.tsx'
import { KnownNames, LeftOutNames } from './load-names.tsx'
import { LoadSums } from './load-sums.tsx'
import { LoadTotals } from './load-totals.tsx'
import { listPath } from './paths.ts'
import { PendingNames } from './pending-names.tsx'
import { EntryDrawer } from './row-drawer.tsx'
import { blockersOf } from './review.ts'

const all = 'todas'
const standingOf = z.object({ standing: z.enum(rowStandings).optional() })
const back = { to: listPath, label: 'Cargas' }
const { state } = externalSales.list.list.row.shape

const elsewhere = ['standing']
const columnsOf = ({ columns }: ExternalLoad): ColumnSpec<ExternalEntryRow>[] => [
  { key: 'n', fixed: true, width: 76 },
  { key: 'standing', width: 170 },
  { key: 'note', width: 260 },
  'day',
  { key: 'agency', width: 190 },
  { key: 'agency_label', width: 190, optional: !columns.some(({ field }) => field === 'agency_label') },
  { key: 'agency_name', width: 190 },
  { key: 'product', width: 160 },
  { key: 'product_label', width: 160, optional: !columns.some(({ field }) => field === 'product_label') },
  { key: 'product_name', width: 160 },
  ...['sold', 'prizes', 'commission'].map((key) => ({ key, width: 130 })),
  { key: 'currency', optional: true },
  { key: 'cells', optional: true, width: 360 },
]

function noteOf({ system_name, first_day, last_day }: ExternalLoad): string {
  const days =
    first_day === null || last_day === null
      ? ''
      : first_day === last_day
        ? ` · ${formatDay(first_day)}`
        : ` · ${formatDay(first_day)} al ${formatDay(last_day)}`
  return `${system_name}${days}`
}

/** Of a file whose columns nobody knows yet: each row as it was written. */
const unread: ColumnSpec<ExternalEntryRow>[] = [
  { key: 'n', fixed: true, width: 76 },
  { key: 'note', width: 160 },
  { key: 'cells', width: 800 },
]

/** How many rows are in each situation; one of them alone is shown by a press. */
function StandingChoice({ load }: { load: ExternalLoad }) {
  const [{ standing }, set] = useUrlState(standingOf)
  const shown = rowStandings.filter((one) => load.standings[one] > 0)
  return (
    <Segmented<string>
      aria-label="Situación de las filas"
      value={standing ?? all}
      onChange={(chosen) => set({ standing: chosen === all ? undefined : (chosen as RowStanding) })}
      options={[
        { value: all, label: `Todas ${formatCount(load.rows)}` },
        ...shown.map((one) => ({
          value: one,
          label: `${wordOf(rowStanding, one)} ${formatCount(load.standings[one])}`,
        })),
      ]}
    />
  )
}

/** Why it cannot be posted yet, and what to do. */
function Blockers({ load }: { load: ExternalLoad }) {
  const blockers = blockersOf(load)
  if (blockers.length === 0) return null
  return (
    <div className="notice row baseline gap-sm" role="note" aria-label="Antes de publicar">
      <WarningFilled aria-hidden="true" />
      <div className="grow">
        {blockers.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

export function LoadView({ id }: { id: number }) {
  const query = useCall(externalSales.show, { params: { id } })
  const [opened, setOpened] = useState<ExternalEntryRow | null>(null)
  const load = query.data
  if (query.isError)
    return (
      <Page title="Carga" record={{ back }}>
        <ProblemView error={query.error} onRetry={() => void query.refetch()} />
      </Page>
    )
  if (!load)
    return (
      <Page title="Carga" record={{ back }}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </Page>
    )
  return (
    <Page
      title={load.filename}
      record={{
        back,
        status: <StateTag of={state} state={load.state} />,
        note: noteOf(load),
      }}
      actions={load.state === 'por_revisar' && <LoadActions load={load} />}
    >
      {load.state === 'por_revisar' && (
        <Stack gap="sm">
          <Blockers load={load} />
          <LoadColumns load={load} />
          <KnownNames load={load} />
          {load.pending_names.length > 0 && <PendingNames load={load} />}
        </Stack>
      )}
      <LoadTotals load={load} />
      <LoadSums load={load} />
      <LeftOutNames load={load} />
      <ListTable
        list={externalSales.entries}
        columns={load.missing.length > 0 ? unread : columnsOf(load)}
        elsewhere={elsewhere}
        more={<StandingChoice load={load} />}
        fixed={{ load_id: id }}
        rowKey={(row) => row.n}
        rowName={(row) => `Fila ${row.n}`}
        onRowClick={setOpened}
        onOpen={setOpened}
        storageKey="external-rows"
        empty={{ title: 'Ninguna fila', text: 'Ninguna fila cumple el filtro. Quítelo para verlas todas.' }}
      />
      {opened && <EntryDrawer load={load} row={opened} onOpen={setOpened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
