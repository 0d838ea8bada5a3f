/** What part of the day the timeline shows: all of it in the URL. */
import { ClearOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Checkbox, Space } from 'antd'
import { drawStateLabels, drawStates } from '@contract/draws.ts'
import { addDays } from '@contract/values/dates.ts'
import { Select } from '@/kit/form/select.tsx'
import { DayPicker } from '@/kit/values/day-picker.tsx'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import type { AwardState, SetAwardState } from './view.ts'

export interface AwardFiltersProps {
  state: AwardState
  set: SetAwardState
  today: string
  /** Draws that wait for a person. */
  pending: number
}

export function AwardFilters({ state, set, today, pending }: AwardFiltersProps) {
  const filtered = state.product_id !== undefined || state.state !== undefined || state.pending
  const go = (day: string | undefined) => set({ day: day === today ? undefined : day, draw: undefined })
  return (
    <>
      <Space.Compact>
        <Button icon={<LeftOutlined />} aria-label="Día anterior" onClick={() => go(addDays(state.day ?? today, -1))} />
        <DayPicker label="Día de los sorteos" allowClear={false} width={116} value={state.day ?? today} onChange={go} />
        <Button
          icon={<RightOutlined />}
          aria-label="Día siguiente"
          onClick={() => go(addDays(state.day ?? today, 1))}
        />
      </Space.Compact>
      {state.day !== undefined && state.day !== today && <Button onClick={() => go(today)}>Hoy</Button>}
      <ProductSelect value={state.product_id} onChange={(product_id) => set({ product_id })} />
      <Select
        style={{ width: 116 }}
        aria-label="Estado"
        placeholder="Estado"
        allowClear
        popupMatchSelectWidth={false}
        value={state.state ?? null}
        options={drawStates.map((value) => ({ value, label: drawStateLabels[value] }))}
        onChange={(chosen) => set({ state: chosen ?? undefined })}
      />
      <Checkbox checked={state.pending} onChange={(event) => set({ pending: event.target.checked })}>
        Pendientes ({pending})
      </Checkbox>
      {filtered && (
        <Button
          type="text"
          icon={<ClearOutlined />}
          onClick={() => set({ product_id: undefined, state: undefined, pending: false })}
        >
          Limpiar
        </Button>
      )}
    </>
  )
}
