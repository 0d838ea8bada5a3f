/** Every block in force of the product on the board, to look for and to lift. */
import { UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { blockedNumbers, type BlockedRow } from '@contract/blocked-numbers.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { useMemo } from 'react'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'

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

function blockColumns(zone: string): ColumnSpec<BlockedRow>[] {
  return [
    {
      key: 'number',
      fixed: true,
      render: (row) => <strong className="sorteo-figures">{numberText(row)}</strong>,
    },
    'product_name',
    'bet_type_name',
    'partner_name',
    { key: 'draw_at', title: 'Sorteos', align: 'left', render: (row) => rangeText(row, zone) },
    'reason',
    'created_by_name',
    'created_at',
  ]
}

/** What the address says of the board narrows the board alone: of it the list takes the product. */
const ofTheBoard = { bet_type_id: undefined, draw_id: undefined, partner_id: undefined, numbers: undefined }

interface BlockListProps {
  /** Names its place on the page. */
  id: string
  product_id: number | undefined
  /** Shows the board, where numbers are chosen. */
  onBoard: () => void
}

export function BlockList({ id, product_id, onBoard }: BlockListProps) {
  const { zone } = useSession()
  const columns = useMemo(() => blockColumns(zone), [zone])
  const fixed = useMemo(() => ({ ...ofTheBoard, product_id }), [product_id])
  const [ask, dialog] = useConfirm()
  const remove = useAction(blockedNumbers.remove, {
    invalidates: [blockedNumbers, ticketReports],
    success: 'El número quedó desbloqueado.',
  })
  const lift = (row: BlockedRow) =>
    ask({
      title: `Desbloquear ${numberText(row)}`,
      text:
        `Vuelve a venderse hasta donde llegue su cupo: ${row.product_name}, ` +
        `${row.bet_type_name ?? 'todas las jugadas'}, ${row.partner_name}, ` +
        `${rangeText(row, zone).toLowerCase()}.`,
      action: 'Desbloquear',
      run: () => remove.run({ params: { id: row.id } }),
    })
  return (
    <section id={id} className="stack gap-sm">
      <h2>Números bloqueados</h2>
      <ListTable
        list={blockedNumbers.list}
        fixed={fixed}
        columns={columns}
        rowName={(row) => `${numberText(row)} de ${row.product_name}`}
        storageKey="blocked-numbers"
        rowActions={(row) => [
          { key: 'lift', label: 'Desbloquear', icon: <UnlockOutlined />, onSelect: () => lift(row) },
        ]}
        empty={{
          title: 'Ningún número bloqueado',
          text: 'Elija números en el tablero de arriba y pulse Bloquear.',
          action: <Button onClick={onBoard}>Ir al tablero</Button>,
        }}
      />
      {dialog}
    </section>
  )
}
