/** The draw that is open: what to do with it, and its sales, winners and history. */
import { ArrowLeftOutlined, CloudDownloadOutlined } from '@ant-design/icons'
import { Button, Skeleton, Tabs } from 'antd'
import { manageDraws } from '@contract/manage-draws.ts'
import { formatDay, clockOf } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { DrawFigures, DrawHistory, DrawWinners } from './figures.tsx'
import { Waits } from './type-ahead.tsx'
import { DrawClock, DrawStateTag } from './state.tsx'
import { awardTabs, type AwardState, type SetAwardState } from './view.ts'
import { AwardWork, type AwardWorkProps } from './work.tsx'

export interface AwardPanelProps extends Pick<AwardWorkProps, 'awards' | 'drafts' | 'onSent' | 'onNext'> {
  drawId: number
  tab: AwardState['tab']
  /** Server milliseconds. */
  now: number
  set: SetAwardState
}

/** The same as the timeline's: both show the same instant. */
export const refreshEvery = 15_000

const tabLabels: Record<AwardState['tab'], string> = {
  ventas: 'Ventas y riesgo',
  ganadores: 'Ganadores',
  historial: 'Historial',
}

export function AwardPanel({ drawId, tab, now, set, ...work }: AwardPanelProps) {
  const { zone } = useSession()
  const detail = useCall(manageDraws.detail, { params: { id: drawId } }, { refetchInterval: refreshEvery })
  const back = (
    <Button className="award-back" icon={<ArrowLeftOutlined />} onClick={() => set({ draw: undefined })}>
      Sorteos
    </Button>
  )
  if (!detail.data) {
    return (
      <section className="panel stack gap-md surface" aria-label="Sorteo" aria-busy={detail.isFetching}>
        {detail.isError ? (
          <ProblemView error={detail.error} onRetry={() => void detail.refetch()} action={back} />
        ) : (
          <>
            <Waits />
            <Skeleton active title={false} paragraph={{ rows: 6 }} />
          </>
        )}
      </section>
    )
  }
  const { draw } = detail.data
  const refused = work.awards.refused.find((one) => one.draw.id === draw.id)
  return (
    <section
      className="panel stack gap-md surface"
      aria-label={`${draw.product_name}, ${clockOf(draw.scheduled_at, zone)}`}
    >
      <header className="row gap-md">
        {back}
        <h2 className="figure">{draw.product_name}</h2>
        <span className="sorteo-figures">
          {formatDay(draw.day)} · <strong>{clockOf(draw.scheduled_at, zone)}</strong>
        </span>
        <DrawStateTag draw={draw} now={now} />
        <DrawClock draw={draw} now={now} />
        <Button className="push" icon={<CloudDownloadOutlined />} onClick={() => set({ drawer: 'fuentes' })}>
          Pedir a las fuentes
        </Button>
      </header>
      <div className="stack gap-sm" role="group" aria-label="Anotación del resultado">
        {refused && !draw.entry && <ProblemNote problem={refused.problem} />}
        <AwardWork detail={detail.data} now={now} {...work} />
      </div>
      <Tabs
        activeKey={tab}
        onChange={(key) => set({ tab: awardTabs.find((one) => one === key) ?? 'ventas' }, { replace: true })}
        items={awardTabs.map((key) => ({
          key,
          label: tabLabels[key],
          children:
            key === 'ventas' ? (
              <DrawFigures detail={detail.data} />
            ) : key === 'ganadores' ? (
              <DrawWinners detail={detail.data} />
            ) : (
              <DrawHistory detail={detail.data} />
            ),
        }))}
      />
    </section>
  )
}
