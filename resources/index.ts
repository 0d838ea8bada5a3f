/** Every entity as a resource: the key of its screen in `contract/access/screens.ts`, its pages, and where its component is. */
import { inDrawer, listOnly, onPage, resource, view, type Resource } from '@/kit/screen/resource.ts'

export const builtScreens: Record<string, Resource> = {
  'sales-dashboard': resource('kpis', listOnly, () => import('./kpis/sales-dashboard.tsx')),
  'analytical-dashboard': resource('analytics', listOnly, () => import('./analytics/analytical.tsx')),
  'payment-methods': resource('paymentMethods', inDrawer, () => import('./payment-methods.tsx')),
  'general-sales': resource('reports', listOnly, () => import('./reports/general-sales.tsx')),
  'daily-sales': resource('dailySales', listOnly, () => import('./reports/daily-sales.tsx')),
  'gross-sales': resource('grossSales', listOnly, () => import('./reports/gross-sales.tsx')),
  'bets-daily': resource('dailyBets', listOnly, () => import('./reports/daily-bets.tsx')),
  'sales-online': resource('onlineSales', listOnly, () => import('./reports/sales-online.tsx')),
  results: view(() => import('./results/results.tsx')),
  'ticket-consult': resource('ticketReports', listOnly, () => import('./ticket-reports/ticket-consult.tsx')),
  'detailed-prize': view(() => import('./ticket-reports/detailed-prize.tsx')),
  'external-reports': resource('externalSales', listOnly, () => import('./external-sales/external-reports.tsx')),
  'external-reports-config': view(() => import('./external-sales/config.tsx')),
  products: resource('products', onPage, () => import('./products/index.tsx')),
  'top-quotas': resource('topQuotas', listOnly, () => import('./top-quotas/top-quotas.tsx')),
  agencies: resource('agencies', onPage, () => import('./agencies/index.tsx')),
  quotas: resource('quotas', listOnly, () => import('./quotas/index.tsx')),
  polla: resource('polla', listOnly, () => import('./polla/polla.tsx')),
  'polla-results': view(() => import('./polla/results.tsx')),
  'polla-prizes': view(() => import('./polla/prizes.tsx')),
  'logs-reports': resource('auditLog', listOnly, () => import('./audit-log.tsx')),
  'manage-draws': resource('manageDraws', listOnly, () => import('./manage-draws/award-raffle.tsx')),
  'blocked-numbers': resource('blockedNumbers', listOnly, () => import('./blocked-numbers/block-number.tsx')),
  'suspended-draws': resource('suspendedDraws', listOnly, () => import('./suspended-draws/suspend-raffle.tsx')),
}
