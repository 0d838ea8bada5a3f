/** What the pots of now hold, and every movement that made them so. */
import { Button, Drawer, Table } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { movementKindLabels, polla, potLabels, type Jackpot } from '@contract/polla.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { add, formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/empty.tsx'
import { Money } from '@/kit/money.tsx'
import { ProblemView } from '@/kit/problem-view.tsx'
import { ListSkeleton } from '@/kit/skeletons.tsx'

const refreshMs = 60_000

export interface PotsProps {
  /** The pot whose movements are open. */
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}

function daysOf({ kind, from_day, to_day }: Jackpot): string {
  return kind === 'diario' ? formatDay(from_day) : `${formatDay(from_day)} a ${formatDay(to_day)}`
}

export function Pots({ opened, onOpen }: PotsProps) {
  const { data, error, refetch } = useCall(polla.jackpots, { query: {} }, { refetchInterval: refreshMs })
  const open = data?.data.find((one) => one.id === opened)
  return (
    <section className="polla-panel polla-pots" aria-label="Potes">
      <h2>Potes</h2>
      {!data && (error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={4} />)}
      {data?.data.length === 0 && <EmptyState title="Aún no hay potes" text="Nacen con la primera ronda de la polla." />}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((one) => (
            <li key={one.id}>
              <span className="polla-pot-name"><b>{one.product_name}</b> <span className="sorteo-muted">{one.kind}, {daysOf(one)}</span></span>
              <span className="polla-pot-amounts">
                {one.pots.map(({ pot, amount }) => <span key={pot}><span className="sorteo-muted">{potLabels[pot]}</span> <Money value={amount} currency={one.currency} clear /></span>)}
              </span>
              <Button aria-label={`Movimientos de ${one.product_name}, ${one.kind}, ${one.currency}`} onClick={() => onOpen(one.id)}>Movimientos</Button>
            </li>
          ))}
        </ul>
      )}
      <Drawer open={open !== undefined} onClose={() => onOpen(undefined)} width="min(680px, 100vw)" title={open && `${open.product_name}: pote ${open.kind}, ${daysOf(open)}`} destroyOnHidden>
        {open && <Movements jackpot={open} />}
      </Drawer>
    </section>
  )
}

type Movement = Jackpot['movements'][number]

function movementColumns(jackpot: Jackpot, zone: string): ColumnsType<Movement> {
  return [
    { key: 'at', title: 'Cuándo', render: (_, row) => formatInstant(row.created_at, zone) },
    { key: 'pot', title: 'Pote', render: (_, row) => potLabels[row.pot] },
    { key: 'kind', title: 'Movimiento', render: (_, row) => (
      <>
        {movementKindLabels[row.kind]}{row.count > 1 && ` × ${formatCount(row.count)}`}
        {(row.reason || row.created_by_name) && <div className="sorteo-muted">{[row.reason, row.created_by_name].filter(Boolean).join(', ')}</div>}
      </>
    ) },
    { key: 'amount', title: 'Monto', align: 'right', render: (_, row) => <Money value={row.amount} currency={jackpot.currency} signed clear /> },
  ]
}

function Movements({ jackpot }: { jackpot: Jackpot }) {
  const { zone } = useSession()
  return (
    <>
      <dl className="polla-facts">
        {jackpot.pots.map(({ pot, amount }) => <div key={pot}><dt>{potLabels[pot]}</dt><dd><Money value={amount} currency={jackpot.currency} clear /></dd></div>)}
        {jackpot.pots.length > 1 && <div><dt>Total</dt><dd><Money value={add(...jackpot.pots.map((one) => one.amount))} currency={jackpot.currency} clear /></dd></div>}
      </dl>
      <Table
        size="small"
        rowKey="id"
        columns={movementColumns(jackpot, zone)}
        dataSource={jackpot.movements}
        pagination={jackpot.movements.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: 'Sin movimientos todavía: el pote empieza en cero.' }}
      />
    </>
  )
}
