/** Reports of figures, each from its contract alone. */
import { dailySales } from '@contract/daily-sales.ts'
import { grossSales } from '@contract/gross-sales.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { figureList } from './figure-list.ts'

export const grossSalesRoutes: Handlers<typeof grossSales> = figureList(grossSales.list)
export const dailySalesRoutes: Handlers<typeof dailySales> = figureList(dailySales.list)
