/** Sales by day, from their contract alone. */
import { dailySales } from '@contract/daily-sales.ts'
import type { Handlers } from '../platform/http/context.ts'
import { figureList } from '../rules/figures/lists/figure-list.ts'

export const dailySalesRoutes: Handlers<typeof dailySales> = figureList(dailySales.list)
