/** One load under review: what is missing, what would be posted and in whose place, and every row with its reason. */
import { Button, Skeleton } from 'antd'
import { externalSales, type ExternalEntryRow, type ExternalLoad } from '@contract/external-sales.ts'
import { looksOf, wordOf } from '@contract/field.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import type { ColumnSaid } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { LoadColumns } from './load-columns.tsx'
import { LoadActions } from './load-actions.tsx'
import { LoadSums } from './load-sums.tsx'
import { listPath } from './paths.ts'
import { PendingNames } from './pending-names.tsx'
import { blockersOf } from './review.ts'

const back = { to: listPath, label: 'Cargas' }
const { state } = externalSales.list.list.row.shape

const columns: ColumnSaid<ExternalEntryRow>[] = [
  { key: 'n', fixed: true, width: 76 },
  { key: 'standing', width: 170 },
  { key: 'note', width: 260 },
  'day',
  { key: 'agency', width: 190 },
  { key: 'agency_name', width: 190 },
  { key: 'product', width: 160 },
  { key: 'product_name', width: 160 },
  ...['sold', 'prizes', 'commission'].map((key) => ({ key, width: 130 })),
  { key: 'currency', optional: true },
  { key: 'cells', optional: true, width: 360 },
]

function noteOf({ system_name, first_day, last_day, loaded_by, loaded_at }: ExternalLoad, zone: string): string {
  const days =
    first_day === null || last_day === null
      ? ''
      : first_day === last_day
        ? ` · ${formatDay(first_day)}`
        : ` · ${formatDay(first_day)} al ${formatDay(last_day)}`
  return `${system_name}${days} · subida por ${loaded_by} el ${formatInstant(loaded_at, zone)}`
}

/** Why it cannot be posted yet, and what to do. */
function Blockers({ load }: { load: ExternalLoad }) {
  const blockers = blockersOf(load)
  if (blockers.length === 0) return null
  return (
    <ul className="notice plain-list" aria-label="Antes de publicar">
      {blockers.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

export function LoadView({ id }: { id: number }) {
  const { zone } = useSession()
  const query = useCall(externalSales.show, { params: { id } })
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
        <Skeleton active paragraph={{ rows: 8 }} />
      </Page>
    )
  const tone = looksOf(state).tones?.[load.state] ?? 'neutral'
  return (
    <Page
      title={load.filename}
      record={{
        back,
        status: <StatusTag tone={tone}>{wordOf(state, load.state)}</StatusTag>,
        note: noteOf(load, zone),
      }}
      actions={load.state === 'por_revisar' && <LoadActions load={load} />}
    >
      {load.state === 'por_revisar' && (
        <Stack gap="sm">
          <Blockers load={load} />
          <LoadColumns load={load} />
          {load.pending_names.length > 0 && <PendingNames load={load} />}
        </Stack>
      )}
      <LoadSums load={load} />
      <ListTable
        list={externalSales.entries}
        columns={columns}
        fixed={{ load_id: id }}
        rowKey={(row) => row.n}
        rowName={(row) => `Fila ${row.n}`}
        storageKey="external-rows"
        empty={<EmptyState title="Ninguna fila" text="Ninguna fila cumple el filtro. Quítelo para verlas todas." />}
      />
    </Page>
  )
}
