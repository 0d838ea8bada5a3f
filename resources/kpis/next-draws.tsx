/** The draws that close next, counting down by the server's clock: the browser's may be wrong. */
import { useMemo } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import type { DrawRow } from '@contract/draws.ts'
import type { Currency } from '@contract/values/currency.ts'
import { ofMoment, shortMoment } from '@contract/values/dates.ts'
import { useCan } from '@providers/session.ts'
import { useToday } from '@/kit/values/period.ts'
import { useServerClock } from '@/kit/counter/clock.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { awardLink } from '@contract/links.ts'
import { countdownText, isClosingSoon } from '@/kit/counter/countdown.ts'
import { nextDraws } from './draw-countdown.ts'
import type { DashboardCalls } from './dashboard-calls.ts'
import { RankedPanel } from '@/kit/chart/ranked-panel.tsx'

interface NextDrawsProps {
  call: DashboardCalls['draws']
  currency: Currency
  zone: string
  chosen: number | undefined
  onChoose: (productId: number) => void
}

export function NextDraws({ call, currency, zone, chosen, onChoose }: NextDrawsProps) {
  const now = useServerClock()
  const awards = useCan(rules.awarding)
  const draws = useMemo(() => nextDraws(call.data?.data ?? [], now), [call.data, now])
  return (
    <RankedPanel
      title="Próximos sorteos"
      note="cierre de ventas"
      query={call}
      empty={<EmptyState title="No quedan sorteos hoy" text="Los sorteos de mañana se abren a medianoche." />}
      caption="Próximos sorteos y cuánto falta para su cierre"
      columns={[{ title: 'Sorteo' }, { title: 'Ventas' }, { title: 'Cierra en' }]}
      rows={draws.map((draw) => {
        const left = new Date(draw.closes_at).getTime() - now
        return {
          key: String(draw.id),
          name: (
            <span className="line baseline gap-xs">
              <DrawTime draw={draw} zone={zone} awards={awards} />
              <button
                type="button"
                className="quiet-link"
                aria-pressed={chosen === draw.product_id}
                title={`Ver solo ${draw.product_name}`}
                onClick={() => onChoose(draw.product_id)}
              >
                {draw.product_name}
              </button>
            </span>
          ),
          cells: [
            <Money
              key="sold"
              value={draw.sold.find((sold) => sold.currency === currency)?.amount ?? '0.00'}
              currency={currency}
            />,
            <time key="left" dateTime={draw.closes_at} className={isClosingSoon(left) ? 'strong warns' : undefined}>
              {countdownText(left)}
            </time>,
          ],
        }
      })}
    />
  )
}

/** The hour, which leads those who award to the draw. */
function DrawTime({ draw, zone, awards }: { draw: DrawRow; zone: string; awards: boolean }) {
  const today = useToday()
  const time = shortMoment(draw.scheduled_at, zone, today)
  return awards ? (
    <Link
      className="quiet-link nowrap"
      to={awardLink(draw.id)}
      title={`Abrir ${draw.product_name} ${ofMoment(draw.scheduled_at, zone, today)} para premiar`}
    >
      {time}
    </Link>
  ) : (
    <span className="nowrap">{time}</span>
  )
}
