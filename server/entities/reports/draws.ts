/** Reports over the days of the draw, each from its contract alone. */
import { sql } from 'drizzle-orm'
import { dailyBets } from '@contract/daily-bets.ts'
import { dailyTerminalPaBets } from '@contract/daily-terminal-pa-bets.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { drawList } from './draw-list.ts'

export const dailyBetsRoutes: Handlers<typeof dailyBets> = drawList(dailyBets.list)

const terminalPa = sql`s.bet_type_id IN (SELECT b.id FROM bet_types b WHERE b.kind = 'terminal_pa')`
export const dailyTerminalPaBetsRoutes: Handlers<typeof dailyTerminalPaBets> = drawList(
  dailyTerminalPaBets.list,
  terminalPa,
)
