/** The day's draws at the left of the awarder's screen. */
import { Button } from 'antd'
import { useRef } from 'react'
import type { DrawRow } from '@contract/draws.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import type { useDraws } from './awarding.ts'
import { chosenDraws } from './draws.ts'
import { Timeline } from './timeline.tsx'
import type { AwardState } from './view.ts'
import { useWholeItems } from '@/kit/page/whole-items.ts'

interface DayProps {
  /** Those of the day, and before them those of others that wait. */
  rows: readonly DrawRow[]
  day: string
  state: AwardState
  now: number
  zone: string
  onOpen: (draw: DrawRow) => void
  onAll: () => void
}

/** The list at the left, which ends where one of its draws does. */
export function DayList({ list, ...day }: DayProps & { list: ReturnType<typeof useDraws>['list'] }) {
  const box = useRef<HTMLDivElement>(null)
  useWholeItems(box, '.award-item')
  return (
    <div ref={box} className="award-day-list scrolls surface" aria-busy={list.isFetching}>
      {list.isPending && <ListSkeleton rows={12} />}
      {!list.data && list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && <Day {...day} />}
    </div>
  )
}

function Day({ rows, day, state, now, zone, onOpen, onAll }: DayProps) {
  const shown = chosenDraws(rows, state, now)
  if (shown.length > 0)
    return <Timeline draws={shown} day={day} open={state.draw} now={now} zone={zone} onOpen={onOpen} />
  if (rows.length === 0 && state.product_id === undefined)
    return <EmptyState title="Sin sorteos este día" text="Los sorteos salen del horario de los productos." />
  const done = state.pending && rows.length > 0 && state.state === undefined
  return (
    <EmptyState
      title={done ? 'Nada pendiente' : 'Ningún sorteo con estos filtros'}
      text={
        done
          ? 'Todos los sorteos cerrados de este día tienen su resultado.'
          : 'Quite los filtros para ver el día completo.'
      }
      action={<Button onClick={onAll}>Ver todos</Button>}
    />
  )
}
