/** Which screens exist: the key of each in `contract/access/screens.ts`, and where its component is. */
import type { ComponentType } from 'react'

export type ScreenModule = () => Promise<{ default: ComponentType }>

export const builtScreens: Record<string, ScreenModule> = {
  'sales-dashboard': () => import('./kpis/sales-dashboard.tsx'),
  'general-sales': () => import('./reports/general-sales.tsx'),
  agencies: () => import('./agencies/index.tsx'),
}

export const builtKeys: ReadonlySet<string> = new Set(Object.keys(builtScreens))
