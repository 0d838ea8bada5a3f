/** What the awarding screen keeps in its URL. */
import { z } from 'zod'
import { drawStates } from '@contract/draws.ts'
import { flag, id } from '@contract/endpoint.ts'
import { day } from '@contract/values/dates.ts'
import type { SetUrlState } from '@/kit/page/url-state.ts'

export const awardTabs = ['ventas', 'ganadores', 'historial'] as const

export const awardState = z.object({
  /** Today when missing, so that a link stays good tomorrow. */
  day: day.optional(),
  product_id: id.optional(),
  state: z.enum(drawStates).optional(),
  /** Only draws that wait for a person. */
  pending: flag.default(false),
  /** The draw that is open beside the timeline. */
  draw: id.optional(),
  tab: z.enum(awardTabs).default('ventas'),
  drawer: z.enum(['fuentes', 'permisos']).optional(),
})
export type AwardState = z.output<typeof awardState>
export type SetAwardState = SetUrlState<AwardState>
