/** Every draw of the file as the server understood it; what is doubtful is settled here, one press each. */
import { Button, Segmented, Table } from 'antd'
import { useMemo, useState } from 'react'
import { bulkStateLabels, bulkStates, type BulkState } from '@contract/manage-draws.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'
import type { CheckedRow } from './bulk-work.ts'

const tones: Record<BulkState, Tone> = {
  lista: 'good',
  revisar: 'waiting',
  sin_producto: 'bad',
  sin_sorteo: 'bad',
  abierto: 'waiting',
  suspendido: 'neutral',
  igual: 'neutral',
  distinto: 'bad',
  incompleto: 'waiting',
}

interface BulkRowsProps {
  rows: CheckedRow[]
  busy: boolean
  onSettle: (lines: readonly number[], number: string) => void
  onBack: () => void
  /** Gets the places in the file of the lines that are ready. */
  onEnter: (ready: number[]) => void
}

export function BulkRows({ rows, busy, onSettle, onBack, onEnter }: BulkRowsProps) {
  const { zone } = useSession()
  const [shown, setShown] = useState<BulkState | 'todas'>('todas')
  const counts = useMemo(
    () => new Map(bulkStates.map((state) => [state, rows.filter((row) => row.state === state).length])),
    [rows],
  )
  const ready = rows.filter((row) => row.state === 'lista')
  const views = [
    { value: 'todas' as const, label: `Todas ${formatCount(rows.length)}` },
    ...bulkStates
      .filter((state) => counts.get(state))
      .map((state) => ({ value: state, label: `${bulkStateLabels[state]} ${formatCount(counts.get(state)!)}` })),
  ]
  return (
    <section className="stack gap-md" aria-label="Revisión del archivo">
      <div className="scrolls">
        <Segmented aria-label="Filas" options={views} value={shown} onChange={setShown} />
      </div>
      <Table
        size="small"
        rowKey={(row) => row.rows.join('-')}
        dataSource={shown === 'todas' ? rows : rows.filter((row) => row.state === shown)}
        pagination={{ pageSize: 50, showSizeChanger: false, size: 'small' }}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'line', title: 'Fila', render: (_, row) => formatCount((row.rows[0] ?? 0) + 2) },
          { key: 'product', title: 'Producto', dataIndex: 'product_name' },
          {
            key: 'at',
            title: 'Sorteo',
            render: (_, row) => (row.scheduled_at ? formatInstant(row.scheduled_at, zone) : ''),
          },
          { key: 'text', title: 'Resultado', dataIndex: 'text' },
          {
            key: 'state',
            title: 'Estado',
            render: (_, row) => <StatusTag tone={tones[row.state]}>{bulkStateLabels[row.state]}</StatusTag>,
          },
          { key: 'note', title: 'Detalle', render: (_, row) => <Doubt row={row} onSettle={onSettle} /> },
        ]}
      />
      <div className="bulk-actions row gap-xs">
        <Button onClick={onBack} disabled={busy}>
          Elegir otro archivo
        </Button>
        <Button
          type="primary"
          disabled={ready.length === 0 || busy}
          onClick={() => onEnter(ready.flatMap((row) => row.rows).sort((a, b) => a - b))}
        >
          Anotar {formatCount(ready.length)} {ready.length === 1 ? 'resultado' : 'resultados'}
        </Button>
      </div>
    </section>
  )
}

/** A number that may be two: each as a button. */
function Doubt({ row, onSettle }: { row: CheckedRow; onSettle: BulkRowsProps['onSettle'] }) {
  return (
    <span className="row inline gap-xs">
      {row.note}
      {row.candidates.map((candidate) => (
        <Button key={candidate} size="small" onClick={() => onSettle(row.rows, candidate)}>
          Es {candidate}
        </Button>
      ))}
    </span>
  )
}
