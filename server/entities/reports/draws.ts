/** Reports over the days of the draw, each from its contract alone. */
import { dailyBets } from '@contract/daily-bets.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { drawList } from './draw-list.ts'

export const dailyBetsRoutes: Handlers<typeof dailyBets> = drawList(dailyBets.list)
