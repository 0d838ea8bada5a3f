/**
 * The door to every chart. The drawing library is a chunk of its own: a screen with charts calls
 * `preloadCharts` as its module loads, so that the chunk comes beside the data and not after it.
 */
import { lazy } from 'react'

const loadTrend = () => import('./trend.tsx')

export const TrendChart = lazy(loadTrend)

/** Starts the download. A failure is left for the chart itself to meet: it asks again. */
export function preloadCharts(): void {
  loadTrend().catch(() => undefined)
}
