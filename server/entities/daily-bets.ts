/** Sales and prizes by the day of the draw, from its contract alone. */
import { dailyBets } from '@contract/daily-bets.ts'
import type { Handlers } from '../platform/http/context.ts'
import { drawList } from '../rules/figures/lists/draw-list.ts'

export const dailyBetsRoutes: Handlers<typeof dailyBets> = drawList(dailyBets.list)
