/**
 * What is out of the ordinary now: a line until it is opened, then by kind, each leading to where it is seen; for the
 * banca, the way to its thresholds.
 */
import { DownOutlined, UpOutlined, WarningFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { alarmKindLabels, alarms, type AlarmKind, type ActiveAlarm } from '@contract/alarms.ts'
import { notificationLevelLabels } from '@contract/notifications.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { later } from '@/kit/page/later.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import type { DashboardFilters } from './dashboard-filters.ts'
import './kpis.css'

const ThresholdsDrawer = later(async () => (await import('./alarm-thresholds.tsx')).ThresholdsDrawer)

const refreshEvery = 30_000

/** They are about now: over a period that is past there are none. Its partner, product, bet type and currency narrow them. */
export function Alarms({ filters: { query, period } }: { filters: DashboardFilters }) {
  return period.days.to < period.today ? null : <StandingAlarms query={query} />
}

/** The one that was told last; of those that nobody was told yet, the weightiest. */
export function newestOf(rows: readonly ActiveAlarm[]): ActiveAlarm | undefined {
  const untold = '9'
  return rows.toSorted((one, other) => (other.since ?? untold).localeCompare(one.since ?? untold))[0]
}

function StandingAlarms({ query }: Pick<DashboardFilters, 'query'>) {
  const { from: _from, to: _to, ...by } = query
  const call = useCall(alarms.standing, { query: by }, { refetchInterval: refreshEvery, keepPrevious: true })
  const isBanca = useCan(rules.banca)
  const [setting, setSetting] = useState(false)
  const [opened, setOpened] = useState(false)
  const { data, counts, watched } = call.data ?? { data: [], counts: [] }
  const failed = !call.data && call.isError
  // One line whatever it says, so that nothing below moves when it comes.
  const said = watched && (counts.length === 0 ? quietText(watched) : countText(counts))
  const newest = newestOf(data)
  const more = failed || data.length > 0
  return (
    <section className="alarms surface" aria-label="Avisos" aria-busy={call.isFetching}>
      <h2>Avisos</h2>
      <span className="note cut">
        <span role="status" title={said}>
          {failed ? 'No se pudieron leer.' : said}
        </span>
        {newest && !opened && (
          <>
            {' · último: '}
            <Link to={newest.link} className="strong">
              {newest.title}
            </Link>
          </>
        )}
      </span>
      <span className="line">
        {more && (
          <Button
            type="link"
            size="small"
            aria-expanded={opened}
            icon={opened ? <UpOutlined /> : <DownOutlined />}
            iconPosition="end"
            onClick={() => setOpened(!opened)}
          >
            {opened ? 'Ocultar' : 'Ver avisos'}
          </Button>
        )}
        {isBanca && (
          <Button type="link" size="small" aria-haspopup="dialog" onClick={() => setSetting(true)}>
            Umbrales
          </Button>
        )}
      </span>
      {opened && failed && <ProblemView error={call.error} onRetry={() => void call.refetch()} />}
      {opened && data.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must take the focus to be scrolled by keys
        <div tabIndex={0} className="line stretch gap-md scrolls" role="group" aria-label="Avisos por tipo">
          {counts.map(({ kind, count }) => (
            <AlarmGroup key={kind} kind={kind} count={count} rows={data.filter((one) => one.kind === kind)} />
          ))}
        </div>
      )}
      {setting && (
        <Suspense fallback={null}>
          <ThresholdsDrawer onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </section>
  )
}

interface AlarmGroupProps {
  kind: AlarmKind
  count: number
  rows: readonly ActiveAlarm[]
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

function AlarmItem({ row: { level, title, text, link } }: { row: ActiveAlarm }) {
  return (
    <li className={level === 'urge' ? 'cell notice' : 'cell'}>
      <span className="note">
        <WarningFilled aria-hidden="true" className={level === 'urge' ? 'bad' : 'warns'} />{' '}
        {notificationLevelLabels[level]}
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
