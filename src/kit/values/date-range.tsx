/**
 * The period of a view as one button: presets by arrow keys or by their number, free days, and
 * freezing a relative period. The arrows beside it step to the period before and after.
 */
import { CalendarOutlined, LeftOutlined, PushpinOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Popover, Tooltip } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import {
  addDays,
  daysBetween,
  longestRangeDays,
  presetLabels,
  presets,
  resolvePreset,
  type Preset,
} from '@contract/values/dates.ts'
import { usePlainKey } from '../page/plain-key.ts'
import { DaysPicker } from './day-picker.tsx'
import { daysText, exactStretch, fixedRange, periodText, shortDays, zoneTitle } from './period-days.ts'
import type { PeriodControl } from './period.ts'
import './values.css'

export interface DateRangeProps {
  control: PeriodControl
  /** The exact instants of the figures on screen, once an answer has told them. */
  stretch?: { from_at: string; to_at: string; zone: string }
  /** Longest range offered, in days. */
  longest?: number
}

/** Where a line is short of room, its days give way, not the steps beside them. */
const whole = { flex: 'none' }

export function DateRange({ control, stretch, longest = longestRangeDays }: DateRangeProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  usePlainKey('p', () => setOpen(true))
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const back = control.step(-1)
  const forward = control.step(1)
  const exact = stretch ? exactStretch(stretch) : `${daysText(control.days)}, días de ${zoneTitle(control.zone)}`
  return (
    <div className="date-range line inline gap-xxs" role="group" aria-label="Período">
      <Button
        style={whole}
        icon={<LeftOutlined />}
        aria-label="Período anterior"
        disabled={!back}
        onClick={() => back?.()}
      />
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        destroyOnHidden
        content={<Choices control={control} longest={longest} onDone={close} />}
      >
        <Tooltip title={open ? null : exact} trigger={['hover', 'focus']} placement="bottom">
          <Button
            ref={button}
            className="date-range-button sorteo-figures"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-keyshortcuts="p"
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return
              event.preventDefault()
              setOpen(true)
            }}
          >
            <span className="strong line gap-xs">
              <CalendarOutlined aria-hidden="true" /> {periodText(control.choice, control.days)}
            </span>
            {control.choice !== fixedRange && (
              <span className="date-range-days sorteo-muted">{shortDays(control.days, control.today)}</span>
            )}
          </Button>
        </Tooltip>
      </Popover>
      <Button
        style={whole}
        icon={<RightOutlined />}
        aria-label="Período siguiente"
        disabled={!forward}
        onClick={() => forward?.()}
      />
    </div>
  )
}

function Choices({ control, longest, onDone }: { control: PeriodControl; longest: number; onDone: () => void }) {
  const offered = presets.filter((preset) => {
    const days = resolvePreset(preset, control.today)
    return daysBetween(days.from, days.to) <= longest
  })
  const choose = (preset: Preset) => {
    control.choose(preset)
    onDone()
  }
  return (
    <div className="date-range-panel row stretch gap-sm" role="dialog" aria-label="Elegir período">
      <PresetList control={control} offered={offered} onChoose={choose} onClose={onDone} />
      <div className="date-range-free grow stack gap-xs">
        <span className="strong" id="date-range-free">
          Rango libre
        </span>
        <DaysPicker
          labelledBy="date-range-free"
          days={control.days}
          first={addDays(control.today, -3660)}
          last={control.today}
          longest={longest}
          onChange={(days) => {
            control.chooseDays(days)
            onDone()
          }}
        />
        <Button
          icon={<PushpinOutlined />}
          disabled={control.choice === fixedRange}
          onClick={() => {
            control.freeze()
            onDone()
          }}
        >
          Congelar fechas
        </Button>
        <p className="note">
          {control.choice === fixedRange
            ? 'Las fechas están fijas: un enlace a esta vista muestra siempre estos días.'
            : 'El período es relativo: un enlace a esta vista se mueve con el calendario.'}
        </p>
      </div>
    </div>
  )
}

interface PresetListProps {
  control: PeriodControl
  offered: readonly Preset[]
  onChoose: (preset: Preset) => void
  onClose: () => void
}

function PresetList({ control, offered, onChoose, onClose }: PresetListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const buttons = list.current?.querySelectorAll('button')
    const current = list.current?.querySelector<HTMLButtonElement>('[aria-checked="true"]') ?? buttons?.[0]
    current?.focus()
  }, [])
  const move = (event: KeyboardEvent) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const digit = /^[1-9]$/.test(event.key) ? offered[Number(event.key) - 1] : undefined
    if (digit) onChoose(digit)
    else if (event.key === 'Escape') onClose()
    else if (by !== undefined) buttons[(at + by + buttons.length) % buttons.length]?.focus()
    else if (event.key === 'Home') buttons[0]?.focus()
    else if (event.key === 'End') buttons.at(-1)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div ref={list} className="date-range-presets stack" role="radiogroup" aria-label="Períodos">
      {offered.map((preset, index) => (
        <button
          key={preset}
          type="button"
          role="radio"
          className="plain-button line between hovers"
          aria-checked={control.choice === preset}
          aria-keyshortcuts={String(index + 1)}
          onKeyDown={move}
          onClick={() => onChoose(preset)}
        >
          <span>{presetLabels[preset]}</span>
          <kbd aria-hidden="true">{index + 1}</kbd>
        </button>
      ))}
    </div>
  )
}
