/** The period of a view, kept in its URL: presets stay relative in a link until the dates are frozen. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { inZone, presets, type Period, type Preset } from '@contract/values/dates.ts'
import { serverNow, useSession } from '@providers/session.ts'
import {
  fixedRange,
  periodFault,
  periodFields,
  presetOf,
  resolvePeriod,
  stepPeriod,
  type PeriodChoice,
} from './period-days.ts'
import { useUrlState } from '../page/url-state.ts'

const checkEvery = 15_000

/** The banca's day by the server's clock; changes at its midnight while the screen stays open. */
export function useToday(): string {
  const { zone } = useSession()
  const [today, setToday] = useState(() => inZone(serverNow(), zone).day)
  useEffect(() => {
    const check = () => setToday(inZone(serverNow(), zone).day)
    check()
    const timer = setInterval(check, checkEvery)
    return () => clearInterval(timer)
  }, [zone])
  return today
}

const schemas = new Map(presets.map((preset) => [preset, z.object(periodFields(preset))]))

export interface PeriodControl {
  /** The days to ask for. */
  days: Period
  choice: PeriodChoice
  today: string
  zone: string
  choose: (preset: Preset) => void
  /** Fixed days, both included. */
  chooseDays: (days: Period) => void
  /** Makes a relative period's days fixed, so that a link shows the same days tomorrow. */
  freeze: () => void
  /** The period before or after, or null when it would lie in the future. */
  step: (by: -1 | 1) => (() => void) | null
}

/** The period in the URL (`period`, `from`, `to`), with `preset` where it says nothing. */
export function usePeriod(preset: Preset = 'hoy'): PeriodControl {
  const { zone } = useSession()
  const today = useToday()
  const faulty = useCallback(
    (_: unknown, search: string) => {
      const text = periodFault(new URLSearchParams(search), preset, today)
      return text === null ? [] : [{ names: Object.keys(periodFields(preset)), text }]
    },
    [preset, today],
  )
  const [state, set] = useUrlState(schemas.get(preset) ?? z.object(periodFields(preset)), faulty)
  const { from, to } = resolvePeriod(state, today)
  return useMemo(() => {
    const days = { from, to }
    const choose = (chosen: Preset) => set({ period: chosen, from: undefined, to: undefined })
    const chooseDays = (fixed: Period) => set({ period: fixedRange, ...fixed })
    const step = (by: -1 | 1) => {
      const next = stepPeriod(days, today, by)
      if (!next) return null
      const relative = presetOf(next, today)
      return () => (relative ? choose(relative) : chooseDays(next))
    }
    return { days, choice: state.period, today, zone, choose, chooseDays, freeze: () => chooseDays(days), step }
  }, [from, to, state.period, today, zone, set])
}
