/** Gross sales, from their contract alone. */
import { grossSales } from '@contract/gross-sales.ts'
import type { Handlers } from '../platform/http/context.ts'
import { figureList } from '../rules/figures/lists/figure-list.ts'

export const grossSalesRoutes: Handlers<typeof grossSales> = figureList(grossSales.list)
