/** The day's results of each polla as they come: draws, symbols that are out, pots, and winners once it is settled. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Answer } from '@contract/endpoint.ts'
import { polla } from '@contract/polla.ts'
import { potLabels } from '@contract/jackpots.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, formatDay, inZone, clockOf } from '@contract/values/dates.ts'
import { formatCount, formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { RefreshButton } from '@/kit/page/refresh-button.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { CounterFigure } from '@/kit/counter/figure.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { dayName } from './rounds.ts'
import { resultsView } from './views.ts'
import './polla.css'

const refreshMs = 15_000
type Round = Answer<typeof polla.publicResults>['rounds'][number]
type Draw = Round['draws'][number]

export default function PollaResults() {
  const today = useToday()
  const { currency: usual, zone } = useSession()
  const [{ day = today, currency = usual }, set] = useUrlState(resultsView)
  const results = useCall(polla.publicResults, { query: { day } }, { refetchInterval: refreshMs, keepPrevious: true })
  const { data, error } = results
  const stale = results.isPlaceholderData
  return (
    <Page
      title="Resultados de la polla"
      period={<DayStep day={day} today={today} onChoose={(next) => set({ day: next === today ? undefined : next })} />}
      filters={
        <CurrencySwitch
          value={currency}
          onChange={(chosen) => set({ currency: chosen === usual ? undefined : chosen })}
        />
      }
      actions={
        <>
          {data && (
            <span className="sorteo-muted">Actualizado a las {inZone(new Date(data.server_time), zone).time}</span>
          )}
          <RefreshButton busy={results.isFetching} onRefresh={() => void results.refetch()} />
        </>
      }
    >
      {!data &&
        (error ? <ProblemView error={error} onRetry={() => void results.refetch()} /> : <ListSkeleton rows={10} />)}
      {data && !stale && data.rounds.length === 0 && (
        <EmptyState title={`No hubo polla el ${formatDay(day)}`} text="Elija otro día para ver sus resultados." />
      )}
      <div className="stack gap-md" aria-busy={stale}>
        {data?.rounds.map((round) => (
          <RoundResults key={round.product_name} round={round} currency={currency} />
        ))}
      </div>
    </Page>
  )
}

/** One day back, one day on, or any day. Rounds that sell in advance already have tomorrow's. */
function DayStep({ day, today, onChoose }: { day: string; today: string; onChoose: (day: string) => void }) {
  const last = addDays(today, 7)
  return (
    <div className="row gap-xs" role="group" aria-label="Día">
      <Button icon={<LeftOutlined />} aria-label="Día anterior" onClick={() => onChoose(addDays(day, -1))} />
      <DayPicker
        label="Día de los resultados"
        allowClear={false}
        inputReadOnly
        value={day}
        last={last}
        onChange={(chosen) => chosen && onChoose(chosen)}
      />
      <Button
        icon={<RightOutlined />}
        aria-label="Día siguiente"
        disabled={day >= last}
        onClick={() => onChoose(addDays(day, 1))}
      />
      {day !== today && (
        <Button type="text" onClick={() => onChoose(today)}>
          Ver hoy
        </Button>
      )}
      <span className="sorteo-muted">{dayName(day, today) === formatDay(day) ? '' : dayName(day, today)}</span>
    </div>
  )
}

const states: Record<Round['state'], { tone: Tone; text: string }> = {
  programado: { tone: 'neutral', text: 'Por abrir' },
  abierto: { tone: 'good', text: 'A la venta' },
  cerrado: { tone: 'waiting', text: 'En sorteo' },
  premiado: { tone: 'good', text: 'Liquidada' },
  suspendido: { tone: 'bad', text: 'Suspendida' },
}

function RoundResults({ round, currency }: { round: Round; currency: Currency }) {
  const state = states[round.state]
  const done = round.draws.filter((draw) => draw.result !== null).length
  return (
    <Panel label={round.product_name} className="stack gap-md">
      <header className="row baseline gap-md">
        <h2 className="large">{round.product_name}</h2>
        <StatusTag state={round.state} tone={state.tone}>
          {state.text}
        </StatusTag>
        <span className="sorteo-muted">
          {done} de {round.draws.length} sorteos
        </span>
      </header>
      <Pots pots={round.pots.filter((one) => one.currency === currency)} settled={round.state === 'premiado'} />
      <Drawn symbols={round.drawn} />
      <ol className="polla-draws tiles gap-xs plain-list" aria-label="Sorteos del día">
        {round.draws.map((draw) => (
          <DrawCard key={draw.id} draw={draw} />
        ))}
      </ol>
    </Panel>
  )
}

/** `2 ganadores, Bs 48,00 cada uno`; nothing while it is not known. */
function winnersText({ winners, share, currency }: Round['pots'][number]): string | null {
  if (winners === null) return null
  if (winners === 0) return 'Sin ganador: se acumula'
  const each = share === null ? '' : `, ${formatMoney(share, currency, true)}${winners === 1 ? '' : ' cada uno'}`
  return `${formatCount(winners)} ${winners === 1 ? 'ganador' : 'ganadores'}${each}`
}

function Pots({ pots, settled }: { pots: Round['pots']; settled: boolean }) {
  if (pots.length === 0) return null
  return (
    <dl className="facts" data-layout="figures">
      {pots.map((pot) => (
        <CounterFigure
          key={pot.pot}
          main={pot.pot === 'primero'}
          label={potLabels[pot.pot]}
          value={pot.amount}
          currency={pot.currency}
          note={settled && winnersText(pot)}
        />
      ))}
    </dl>
  )
}

function Drawn({ symbols }: { symbols: Round['drawn'] }) {
  return (
    <div className="stack gap-xs">
      <h3 className="polla-drawn-head">
        Símbolos que han salido <span className="sorteo-muted">{symbols.length}</span>
      </h3>
      {symbols.length === 0 ? (
        <p className="sorteo-muted">Todavía ninguno. Aparecen aquí al premiarse cada sorteo.</p>
      ) : (
        <ul className="row gap-xs plain-list">
          {symbols.map((symbol) => (
            <li key={symbol.code} className="polla-drawn polla-hit line gap-xs">
              <SymbolImage {...symbol} size={32} />
              <b>{symbol.code}</b>
              <span>{symbol.name}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const waiting: Record<Draw['state'], string> = {
  programado: 'Por sortear',
  abierto: 'Por sortear',
  cerrado: 'Esperando el resultado',
  premiado: 'Sin símbolo',
  suspendido: 'Suspendido',
}

function DrawCard({ draw }: { draw: Draw }) {
  const { zone } = useSession()
  return (
    <li className={draw.result ? 'polla-draw stack gap-xs polla-draw-done' : 'polla-draw stack gap-xs'}>
      <span className="stack sorteo-muted">
        <time className="strong sorteo-figures" style={{ color: 'var(--ant-color-text)' }} dateTime={draw.scheduled_at}>
          {clockOf(draw.scheduled_at, zone)}
        </time>
        <span>{draw.product_name}</span>
      </span>
      {draw.result ? (
        <span className="polla-draw-symbol">
          <SymbolImage {...draw.result} size={44} />
          <b className="large">{draw.result.code}</b>
          <span>{draw.result.name}</span>
        </span>
      ) : (
        <span className="polla-draw-none sorteo-muted">{waiting[draw.state]}</span>
      )}
    </li>
  )
}
