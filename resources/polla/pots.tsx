/** What the pots of now hold, and every movement that made them so. */
import { Button, Drawer } from 'antd'
import { polla } from '@contract/polla.ts'
import { movementKindLabels, potLabels, type Jackpot } from '@contract/jackpots.ts'
import type { Currency } from '@contract/values/currency.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { add, formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { Facts } from '@/kit/page/facts.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Money } from '@/kit/values/money.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { dayName } from './rounds.ts'

const refreshMs = 60_000

export interface PotsProps {
  /** The pot whose movements are open. */
  opened: number | undefined
  onOpen: (id: number | undefined) => void
  currency: Currency
  onCurrency: (currency: Currency | undefined) => void
}

/** `de hoy`, `de mañana`, `de la semana del 16/11 al 22/11/2026`. */
function whenOf({ kind, from_day, to_day }: Jackpot, today: string): string {
  return kind === 'diario'
    ? `de ${dayName(from_day, today)}`
    : `de la semana del ${formatDay(from_day).slice(0, 5)} al ${formatDay(to_day)}`
}

export function Pots({ opened, onOpen, currency, onCurrency }: PotsProps) {
  const today = useToday()
  const { data, error, refetch } = useCall(polla.jackpots, { query: {} }, { refetchInterval: refreshMs })
  const open = data?.data.find((one) => one.id === opened)
  const shown = data?.data.filter((one) => one.currency === currency)
  return (
    <Panel title="Potes" actions={<CurrencySwitch value={currency} onChange={onCurrency} />}>
      {!data && (error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={4} />)}
      {shown?.length === 0 && <EmptyState title="Aún no hay potes" text="Nacen con la primera ronda de la polla." />}
      {shown && shown.length > 0 && (
        <ul className="plain-list lined">
          {shown.map((one) => (
            <li key={one.id} className="row gap-md" style={{ paddingBlock: 6 }}>
              <span style={{ flex: '1 1 180px' }}>
                <b>{one.product_name}</b> <span className="sorteo-muted">{whenOf(one, today)}</span>
              </span>
              <span className="polla-pot-amounts row baseline gap-lg">
                {one.pots.map(({ pot, amount }) => (
                  <span key={pot}>
                    <span className="sorteo-muted">{potLabels[pot]}</span>{' '}
                    <b className="large">
                      <Money value={amount} currency={one.currency} clear />
                    </b>
                  </span>
                ))}
              </span>
              <Button
                aria-label={`Movimientos de ${one.product_name} ${whenOf(one, today)}`}
                onClick={() => onOpen(one.id)}
              >
                Movimientos
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Drawer
        open={open !== undefined}
        onClose={() => onOpen(undefined)}
        width="min(520px, 100vw)"
        title={open && `${open.product_name}, potes ${whenOf(open, today)}`}
        destroyOnHidden
      >
        {open && <Movements jackpot={open} />}
      </Drawer>
    </Panel>
  )
}

function Movements({ jackpot }: { jackpot: Jackpot }) {
  const { zone } = useSession()
  const { pots, currency, movements } = jackpot
  return (
    <>
      <Facts
        layout="lines"
        facts={[
          ...pots.map(({ pot, amount }) => ({ label: potLabels[pot], amount })),
          ...(pots.length > 1 ? [{ label: 'Total', amount: add(...pots.map((one) => one.amount)) }] : []),
        ].map(({ label, amount }) => ({ label, value: <Money value={amount} currency={currency} clear /> }))}
      />
      {movements.length === 0 && (
        <EmptyState title="Sin movimientos todavía" text="El pote empieza en cero y crece con cada polla vendida." />
      )}
      <ul className="polla-movements lined plain-list" style={{ marginTop: 16 }} aria-label="Movimientos">
        {movements.map(({ id, pot, kind, amount, count, reason, created_at, created_by_name }) => (
          <li key={id}>
            <span>
              <b>{movementKindLabels[kind]}</b>
              {count > 1 && ` × ${formatCount(count)}`}, {potLabels[pot].toLowerCase()}
            </span>
            <Money value={amount} currency={currency} signed clear />
            <span className="whole sorteo-muted">
              {[formatInstant(created_at, zone), reason, created_by_name].filter(Boolean).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
