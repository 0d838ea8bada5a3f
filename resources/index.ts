/** Which screens exist: the key of each in `contract/access/screens.ts`, and where its component is. */
import type { ScreenModule } from '@/shell/parts.ts'

export const builtScreens: Record<string, ScreenModule> = {
  'sales-dashboard': () => import('./kpis/sales-dashboard.tsx'),
  'general-sales': () => import('./reports/general-sales.tsx'),
  results: () => import('./results/results.tsx'),
  'ticket-consult': () => import('./ticket-reports/ticket-consult.tsx'),
  'detailed-prize': () => import('./ticket-reports/detailed-prize.tsx'),
  products: () => import('./products/index.tsx'),
  'top-quotas': () => import('./top-quotas/top-quotas.tsx'),
  agencies: () => import('./agencies/index.tsx'),
  quotas: () => import('./quotas/index.tsx'),
  polla: () => import('./polla/polla.tsx'),
  'polla-results': () => import('./polla/results.tsx'),
  'polla-prizes': () => import('./polla/prizes.tsx'),
  'manage-draws': () => import('./manage-draws/award-raffle.tsx'),
  'blocked-numbers': () => import('./blocked-numbers/block-number.tsx'),
  'suspended-draws': () => import('./suspended-draws/suspend-raffle.tsx'),
}
