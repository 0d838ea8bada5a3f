/**
 * The door to every chart. The drawing library is a chunk of its own: a screen with charts calls
 * `TrendChart.preload` as its module loads, so that the chunk comes beside the data and not after it.
 */
import { later } from '../page/later.tsx'

export const LazyTrendChart = later(async () => (await import('./trend.tsx')).TrendChart)
