/** What is out of the ordinary now, by kind, each leading to where it is seen; for the banca, the way to its thresholds. */
import { WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { alarmKindLabels, alarms, type AlarmKind, type StandingAlarm } from '@contract/alarms.ts'
import { noticeLevelLabels } from '@contract/notifications.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { later } from '@/kit/page/later.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { readSetting, writeSetting } from '@/kit/page/settings.ts'
import type { DashboardFilters } from './dashboard-filters.ts'
import './kpis.css'

const ThresholdsDrawer = later(async () => (await import('./alarm-thresholds.tsx')).ThresholdsDrawer)

const refreshEvery = 30_000

/** Always about now, whatever period the dashboard shows; its partner, product, bet type and currency narrow it. */
export function useStandingAlarms({ query }: DashboardFilters) {
  const { from: _from, to: _to, ...by } = query
  return useCall(alarms.standing, { query: by }, { refetchInterval: refreshEvery, keepPrevious: true })
}

/** How long what lies under the alarms waits for them: drawn before, it would be moved by theirs. */
const patienceMs = 1_000

/** Whether the alarms have their height, or are late. */
export function useAlarmsPlaced(call: ReturnType<typeof useStandingAlarms>): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return late || call.data !== undefined || call.isError
}

export function Alarms({ call }: { call: ReturnType<typeof useStandingAlarms> }) {
  const isBanca = useCan(rules.banca)
  const [open, setOpen] = useState(false)
  const { data, counts, watched } = call.data ?? { data: [], counts: [] }
  // One line, so that nothing below moves when it comes.
  const said = watched && (counts.length === 0 ? quietText(watched) : countText(counts))
  const card = useRef<HTMLElement>(null)
  // As high as it last was until it is known: what lies below stays where it is.
  const [room] = useState(() => readSetting('alarms-height', 0))
  const known = call.data !== undefined
  // Told when it is laid out: asked for, the page would be so once more.
  useEffect(() => {
    if (!known || typeof ResizeObserver === 'undefined') return undefined
    const watcher = new ResizeObserver(([entry]) => writeSetting('alarms-height', entry!.borderBoxSize[0]!.blockSize))
    watcher.observe(card.current!)
    return () => watcher.disconnect()
  }, [known])
  return (
    <section
      ref={card}
      className="alarms surface"
      style={known || room === 0 ? undefined : { minHeight: room }}
      aria-label="Avisos"
      aria-busy={call.isFetching}
    >
      <h2>Avisos</h2>
      <span className="alarms-note note cut" role="status" title={said}>
        {said}
      </span>
      {isBanca && (
        <Button className="push" type="link" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Umbrales
        </Button>
      )}
      {!call.data && call.isError && <ProblemView error={call.error} onRetry={() => void call.refetch()} />}
      {data.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must take the focus to be scrolled by keys
        <div tabIndex={0} className="line stretch gap-md scrolls" role="group" aria-label="Avisos por tipo">
          {counts.map(({ kind, count }) => (
            <AlarmGroup key={kind} kind={kind} count={count} rows={data.filter((one) => one.kind === kind)} />
          ))}
        </div>
      )}
      {open && (
        <Suspense fallback={null}>
          <ThresholdsDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

interface AlarmGroupProps {
  kind: AlarmKind
  count: number
  rows: readonly StandingAlarm[]
}

function AlarmGroup({ kind, count, rows }: AlarmGroupProps) {
  const more = count - rows.length
  return (
    <div>
      <h3 className="note nowrap">
        {alarmKindLabels[kind]} ({formatCount(count)})
      </h3>
      <ul className="line stretch gap-xs plain-list" aria-label={alarmKindLabels[kind]}>
        {rows.map((row) => (
          <AlarmItem key={row.key} row={row} />
        ))}
        {more > 0 && <li className="cell">y {formatCount(more)} más</li>}
      </ul>
    </div>
  )
}

function AlarmItem({ row: { level, title, text, link } }: { row: StandingAlarm }) {
  return (
    <li className={level === 'urge' ? 'cell notice' : 'cell'}>
      <span className="note">
        <WarningFilled aria-hidden="true" className={level === 'urge' ? 'bad' : 'warns'} /> {noticeLevelLabels[level]}
      </span>
      <Link to={link} className="strong">
        {title}
      </Link>
      <span className="note">{text}</span>
    </li>
  )
}

/** Short, as it is announced whenever it changes. */
function countText(counts: readonly { kind: AlarmKind; count: number }[]): string {
  return counts.map(({ kind, count }) => `${alarmKindLabels[kind]}: ${formatCount(count)}`).join(' · ')
}

/** Nothing stands: from where on something would. */
function quietText(on: readonly string[]): string {
  return on.length === 0 ? 'No se vigila ninguna cifra.' : `Nada fuera de lo usual. Se vigilan ${on.join('; ')}.`
}
