/** What the suspensions keep in their URL beside their list's own. */
import { z } from 'zod'
import { flag, id } from '@contract/endpoint.ts'
import { day } from '@contract/values/dates.ts'

export const suspendState = z.object({
  /** The drawer of a new one, and what is chosen in it. */
  create: flag.default(false),
  draw_day: day.optional(),
  draw: id.optional(),
})
export type SuspendState = z.output<typeof suspendState>
