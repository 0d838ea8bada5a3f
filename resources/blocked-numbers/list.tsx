/** Every block in force of the product on the board, to look for and to lift. */
import { UnlockOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import { blockedNumbers, type BlockedRow } from '@contract/blocked-numbers.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import type { Column } from '@/kit/table/columns.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'

function numberText(row: BlockedRow): string {
  return row.symbol_name === null ? row.number : `${row.number} ${row.symbol_name}`
}

function rangeText(row: BlockedRow, zone: string): string {
  if (row.draw_at !== null) return formatInstant(row.draw_at, zone)
  if (row.from_day === null && row.to_day === null) return 'Todos los sorteos'
  return [row.from_day && `desde ${formatDay(row.from_day)}`, row.to_day && `hasta ${formatDay(row.to_day)}`]
    .filter(Boolean)
    .join(' ')
}

function blockColumns(zone: string): Column<BlockedRow>[] {
  return [
    {
      key: 'number',
      sortable: true,
      fixed: true,
      render: (row) => <strong className="sorteo-figures">{numberText(row)}</strong>,
    },
    { key: 'product_name', sortable: true },
    { key: 'bet_type_name', render: (row) => row.bet_type_name ?? 'Todas' },
    { key: 'partner_name', sortable: true },
    { key: 'draw_at', title: 'Sorteos', render: (row) => rangeText(row, zone) },
    { key: 'reason', render: (row) => row.reason || <span className="sorteo-muted">—</span> },
    { key: 'created_by_name', render: (row) => row.created_by_name ?? '—' },
    {
      key: 'created_at',
      sortable: true,
      descend_first: true,
      align: 'right',
      render: (row) => formatInstant(row.created_at, zone),
    },
  ]
}

/** `id` names its place on the page. */
export function BlockList({ id, product_id }: { id: string; product_id: number | undefined }) {
  const { zone } = useSession()
  const columns = useMemo(() => blockColumns(zone), [zone])
  const filters = useMemo(() => (product_id === undefined ? {} : { product_id }), [product_id])
  const [ask, dialog] = useConfirm()
  const remove = useAction(blockedNumbers.remove, {
    invalidates: [blockedNumbers, ticketReports],
    success: 'El número quedó desbloqueado.',
  })
  const lift = (row: BlockedRow) =>
    ask({
      title: `Desbloquear ${numberText(row)}`,
      text: `Vuelve a venderse hasta donde llegue su cupo: ${row.product_name}, ${row.bet_type_name ?? 'todas las jugadas'}, ${row.partner_name}, ${rangeText(row, zone).toLowerCase()}.`,
      action: 'Desbloquear',
      run: () => remove.run({ params: { id: row.id } }),
    })
  return (
    <section id={id} className="stack gap-sm">
      <h2>Números bloqueados</h2>
      <DataTable
        endpoint={blockedNumbers.list}
        filters={filters}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${numberText(row)} de ${row.product_name}`}
        caption="Números bloqueados"
        storageKey="blocked-numbers"
        defaultSort="-created_at"
        searchPlaceholder="Buscar por número, símbolo o motivo"
        rowActions={(row) => [
          { key: 'lift', label: 'Desbloquear', icon: <UnlockOutlined />, onSelect: () => lift(row) },
        ]}
        empty={
          <EmptyState title="Ningún número bloqueado" text="Elija números en el tablero de arriba y pulse Bloquear." />
        }
      />
      {dialog}
    </section>
  )
}
