/** A row of the audit log opened: what it was before and after side by side, and each row that a change over many touched. */
import { useState } from 'react'
import { auditedFields, auditLog, type AuditRow } from '@contract/audit-log.ts'
// The log speaks of every entity's operations and fields.
import '@contract/index.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Pagination, Segmented } from 'antd'
import { Changes } from '@/kit/page/changes.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { RowFacts } from '@/kit/screen/record-facts.tsx'
import { recordedLabel, recordedWords } from '@/kit/screen/recorded.ts'

const perPage = 50

/** Which change over many rows a row of the log tells of. */
function changeOf({ after }: AuditRow): number | null {
  const id = Number((after as { change_id?: string } | null)?.change_id)
  return Number.isInteger(id) && id > 0 ? id : null
}

type Whose = 'suyas' | 'todas'

interface ChangedProps {
  change_id: number
  /** The affiliate that the log was asked for, and how many of the rows are its own. */
  of?: { partner_id: number; rows: number } | undefined
}

/** Every row that one change over many touched, a page at a time; at first those of the affiliate that was asked for. */
function ChangedRows({ change_id, of }: ChangedProps) {
  const [page, setPage] = useState(1)
  const [whose, setWhose] = useState<Whose>('suyas')
  const chosen = { change_id, ...(of && whose === 'suyas' && { partner_id: of.partner_id }) }
  const query = { ...chosen, page, per_page: perPage }
  const { data, error, refetch } = useCall(auditLog.changed, { query }, { keepPrevious: true })
  if (error) return <ProblemView error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack gap="sm">
      {of && (
        <Segmented<Whose>
          aria-label="De quién son las filas"
          options={[
            { value: 'suyas', label: `Suyas (${formatCount(of.rows)})` },
            { value: 'todas', label: 'De todos los afiliados' },
          ]}
          value={whose}
          onChange={(next) => {
            setWhose(next)
            setPage(1)
          }}
        />
      )}
      <FigureTable
        caption={`Cada fila que cambió: ${formatCount(data.total)}`}
        rows={data.data}
        rowKey={({ id }) => id}
        columns={[
          { title: 'Afiliado', text: true, render: (one) => one.partner_name ?? 'Afiliado eliminado' },
          {
            title: 'De',
            text: true,
            render: ({ product_name, bet_type_name, currency }) =>
              [product_name, bet_type_name, currency].filter(Boolean).join(' · '),
          },
          { title: 'Antes', render: ({ before }) => before ?? 'Heredaba' },
          { title: 'Después', render: ({ after }) => after ?? 'Hereda' },
        ]}
      />
      <div className="row gap-sm">
        <Pagination
          size="small"
          responsive={false}
          simple
          current={page}
          pageSize={perPage}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
        <ExportButton endpoint={auditLog.changedExport} query={chosen} />
      </div>
    </Stack>
  )
}

/** Whoever asked for an affiliate is shown its own rows of a change over many. */
export function AuditDetail({ row, partner_id }: { row: AuditRow; partner_id?: number | undefined }) {
  const { zone } = useSession()
  const fields = auditedFields(row.entity)
  const change_id = changeOf(row)
  // Of a change over many, the row has its first ones: all of them are told below, and what proves them is for whoever verifies.
  const after =
    change_id === null
      ? row.after
      : { ...(row.after as object), rows: undefined, change_id: undefined, rows_sum: undefined }
  return (
    <Stack>
      <RowFacts
        list={auditLog.list}
        row={row}
        names={['at', 'username', 'role', 'entity', 'entity_id', 'reason', 'ip', 'request_id', 'sealed']}
      />
      <Changes
        before={change_id === null ? row.before : undefined}
        after={after}
        labelOf={(path) => recordedLabel(fields, path)}
        wordsOf={(path, value) => recordedWords(fields, path, value, zone)}
      />
      {change_id !== null && (
        <ChangedRows
          change_id={change_id}
          of={partner_id === undefined || !row.touched ? undefined : { partner_id, rows: row.touched }}
        />
      )}
    </Stack>
  )
}
