/** Suspending a draw: which one, what was sold in it, what becomes of that, and why. */
import { Drawer } from 'antd'
import { useState } from 'react'
import { draws, drawStateLabels } from '@contract/draws.ts'
import type { SuspensionMode } from '@contract/suspended-draws.ts'
import { formatDay, clockOf } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { serverNow, useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { matchesText } from '@/kit/form/typing.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { useToday } from '@/kit/values/period.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { useUnsaved } from '@/kit/form/unsaved.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import { stateAt } from '../manage-draws/draws.ts'
import { SuspendForm } from './form.tsx'
import type { SuspendState } from './view.ts'

interface SuspendDrawerProps {
  state: SuspendState
  set: SetUrlState<SuspendState>
}

export function SuspendDrawer({ state, set }: SuspendDrawerProps) {
  const [mode, setMode] = useState<SuspensionMode | null>(null)
  const [reason, setReason] = useState('')
  const unsaved = useUnsaved(reason.trim() !== '', () => setReason(''))
  const close = () => set({ create: undefined, draw: undefined, draw_day: undefined }, { keep_page: true })
  const today = useToday()
  const { zone } = useSession()
  const day = state.draw_day ?? today
  const list = useCall(draws.list, { query: { day } })
  const now = serverNow().getTime()
  const candidates = (list.data?.data ?? []).filter((draw) => draw.state !== 'premiado' && draw.state !== 'suspendido')
  const draw = candidates.find((one) => one.id === state.draw)
  return (
    <Drawer open width={600} title="Suspender un sorteo" maskClosable={false} onClose={() => unsaved.leave(close)}>
      <div className="stack gap-sm">
        <div className="row stretch gap-xs">
          <DayPicker
            label="Día del sorteo"
            allowClear={false}
            value={day}
            onChange={(draw_day) => set({ draw_day, draw: undefined }, { keep_page: true })}
          />
          <Select
            className="grow"
            aria-label="Sorteo"
            placeholder="Elija el sorteo"
            showSearch
            autoFocus
            filterOption={matchesText}
            loading={list.isFetching}
            value={draw?.id ?? null}
            options={candidates.map((one) => ({
              value: one.id,
              label: `${clockOf(one.scheduled_at, zone)} · ${one.product_name} · ${drawStateLabels[stateAt(one, now)]}`,
            }))}
            notFoundContent={<span role="status">Ningún sorteo de ese día se puede suspender.</span>}
            onChange={(chosen) => set({ draw: chosen ?? undefined }, { keep_page: true })}
          />
        </div>
        {list.isError && <ProblemView error={list.error} onRetry={() => void list.refetch()} />}
        {draw ? (
          <SuspendForm
            key={draw.id}
            draw={draw}
            mode={mode}
            onMode={setMode}
            reason={reason}
            onReason={setReason}
            onDone={() => {
              unsaved.release()
              close()
            }}
            onCancel={() => unsaved.leave(close)}
          />
        ) : (
          <EmptyState
            title="Elija el sorteo"
            text={`Se puede suspender uno del ${formatDay(day)} que aún no tenga resultado.`}
          />
        )}
      </div>
      {unsaved.dialog}
    </Drawer>
  )
}
