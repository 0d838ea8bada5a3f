/** The same of Panama's terminals alone. */
import { sql } from 'drizzle-orm'
import { dailyTerminalPaBets } from '@contract/daily-terminal-pa-bets.ts'
import type { Handlers } from '../platform/http/context.ts'
import { drawList } from '../rules/figures/lists/draw-list.ts'

const terminals = sql`sale.bet_type_id IN (SELECT bet.id FROM bet_types bet WHERE bet.kind = 'terminal_pa')`

export const dailyTerminalPaBetsRoutes: Handlers<typeof dailyTerminalPaBets> = drawList(
  dailyTerminalPaBets.list,
  terminals,
)
