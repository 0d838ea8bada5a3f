/** Every draw of the file as the server understood it, those that wait for somebody first; what is doubtful is settled here. */
import { Button, Checkbox, Segmented, Table } from 'antd'
import { useMemo, useState, type ReactNode } from 'react'
import { fileStateLabels, fileStates, isLeftOut, type FileDraw, type FileState } from '@contract/result-file.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount, countText } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { useScrollFocus } from '@/kit/table/scroll-focus.ts'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'
import type { BulkWork } from './bulk-work.ts'
import { ResultNumbers } from './result-numbers.tsx'

const tones: Record<FileState, Tone> = {
  lista: 'good',
  igual: 'neutral',
  revisar: 'waiting',
  incompleto: 'waiting',
  distinto: 'bad',
  sin_producto: 'bad',
  sin_sorteo: 'bad',
  antiguo: 'bad',
  abierto: 'waiting',
  suspendido: 'bad',
}

interface DrawTableProps<Row extends FileDraw> {
  rows: readonly Row[]
  /** The line of the file of each of its numbers. */
  lines: readonly number[]
  state: (row: Row) => ReactNode
  note: (row: Row) => ReactNode
}

/** `5, 6 y 2 más`. */
function linesText(rows: readonly number[], lines: readonly number[]): string {
  const own = [...new Set(rows.map((at) => lines[at] ?? 0))].sort((left, right) => left - right)
  return own.length > 3 ? `${own.slice(0, 2).join(', ')} y ${own.length - 2} más` : own.join(', ')
}

/** A page at a time, so that a file of 20,000 lines is as quick as one of 20. */
export function DrawTable<Row extends FileDraw>({ rows, lines, state, note }: DrawTableProps<Row>) {
  const { zone } = useSession()
  return (
    <Table
      {...useScrollFocus('Sorteos del archivo')}
      size="small"
      rowKey={(row) => row.rows[0] ?? 0}
      dataSource={rows}
      pagination={{ pageSize: 50, showSizeChanger: false, size: 'small', hideOnSinglePage: true }}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'line', title: 'Línea', render: (_, row) => linesText(row.rows, lines) },
        {
          key: 'state',
          title: 'Estado',
          render: (_, row) => (
            <div className="stack bulk-state">
              {state(row)}
              {note(row)}
            </div>
          ),
        },
        { key: 'product', title: 'Producto', dataIndex: 'product_name' },
        {
          key: 'at',
          title: 'Sorteo',
          render: (_, row) => (row.scheduled_at ? formatInstant(row.scheduled_at, zone) : ''),
        },
        { key: 'text', title: 'Resultado', render: (_, row) => <ResultNumbers numbers={row.numbers} /> },
      ]}
    />
  )
}

export function BulkRows({ work }: { work: BulkWork }) {
  const rows = work.checked!
  const [shown, setShown] = useState<FileState | 'todas'>('todas')
  const [agreed, setAgreed] = useState<number | null>(null)
  const counts = useMemo(
    () => new Map(fileStates.map((state) => [state, rows.filter((row) => row.state === state).length])),
    [rows],
  )
  const ordered = useMemo(
    () => [...rows].sort((left, right) => Number(isLeftOut(right.state)) - Number(isLeftOut(left.state))),
    [rows],
  )
  const left_out = rows.filter((row) => isLeftOut(row.state))
  const ready = counts.get('lista') ?? 0
  const made = rows.filter((row) => row.state === 'lista' && row.draw_id === null).length
  const views = [
    { value: 'todas' as const, label: `Todos ${formatCount(rows.length)}` },
    ...fileStates
      .filter((state) => counts.get(state))
      .map((state) => ({ value: state, label: `${fileStateLabels[state]} ${formatCount(counts.get(state)!)}` })),
  ]
  const isShown = shown !== 'todas' && counts.get(shown) ? shown : 'todas'
  return (
    <section className="stack gap-md" aria-label="Revisión del archivo">
      <div className="scrolls">
        <Segmented aria-label="Sorteos por estado" options={views} value={isShown} onChange={setShown} />
      </div>
      <DrawTable
        rows={isShown === 'todas' ? ordered : rows.filter((row) => row.state === isShown)}
        lines={work.understood!.lines}
        state={(row) => (
          <StatusTag state={row.state} tone={tones[row.state]}>
            {fileStateLabels[row.state]}
          </StatusTag>
        )}
        note={(row) => <Doubt row={row} work={work} />}
      />
      {left_out.length > 0 && (
        <Checkbox
          checked={agreed === left_out.length}
          onChange={({ target }) => setAgreed(target.checked ? left_out.length : null)}
        >
          Dejar fuera {countText(left_out.length, 'sorteo que no se puede', 'sorteos que no se pueden')} anotar (
          {countText(
            left_out.reduce((sum, row) => sum + row.rows.length, 0),
            'número',
            'números',
          )}{' '}
          del archivo)
        </Checkbox>
      )}
      {made > 0 && (
        <p className="sorteo-muted">
          Al anotar se {made === 1 ? 'crea' : 'crean'} {countText(made, 'sorteo', 'sorteos')} de esos días, y ningún
          otro.
        </p>
      )}
      <div className="bulk-actions row gap-xs">
        <Button onClick={work.reset} disabled={work.busy}>
          Elegir otro archivo
        </Button>
        <Button
          type="primary"
          loading={work.busy}
          disabled={ready === 0 || (left_out.length > 0 && agreed !== left_out.length)}
          onClick={() => void work.enter()}
        >
          Anotar {countText(ready, 'resultado', 'resultados')}
        </Button>
      </div>
    </section>
  )
}

/** Why it waits; of a number or an hour that may be two, each as a button. */
function Doubt({ row, work: { busy, settle, settleHour } }: { row: FileDraw; work: BulkWork }) {
  if (row.note === '') return null
  return (
    <span className="row inline gap-xs">
      {row.note}
      {row.candidates.map((candidate) => (
        <Button key={candidate} size="small" disabled={busy} onClick={() => settle(row.rows, candidate)}>
          Es <Candidate row={row} code={candidate} />
        </Button>
      ))}
      {row.hours.map((hour) => (
        <Button key={hour} size="small" disabled={busy} onClick={() => settleHour(row.rows, hour)}>
          A las {hour}
        </Button>
      ))}
    </span>
  )
}

/** What a number may be, as it will be read: an animal with its name and picture. */
function Candidate({ row, code }: { row: FileDraw; code: string }) {
  const symbol = row.candidate_symbols.find((one) => one.code === code)
  if (!symbol) return code
  const { name: symbol_name, image_url } = symbol
  return <ResultNumbers numbers={[{ place: '', number: code, sign: null, symbol_name, image_url }]} size={16} />
}
