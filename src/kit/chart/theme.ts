/** The colours of charts, which draw on a canvas and so cannot read CSS variables. */
import { useSyncExternalStore } from 'react'
import { fontFamily, palette, seriesColors, type Mode, type Palette } from '@/theme/tokens.ts'

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function mode(): Mode {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'
}

export interface ChartTheme {
  mode: Mode
  colors: Palette
  series: readonly string[]
  font: string
}

const themes: Record<Mode, ChartTheme> = {
  light: { mode: 'light', colors: palette.light, series: seriesColors.light, font: fontFamily },
  dark: { mode: 'dark', colors: palette.dark, series: seriesColors.dark, font: fontFamily },
}

/** Follows the person's choice of light or dark while a chart is on screen. */
export function useChartTheme(): ChartTheme {
  return themes[useSyncExternalStore(subscribe, mode)]
}

/** The colours that stand on screen now, outside of a component. */
export const chartTheme = (): ChartTheme => themes[mode()]

/** The colour of a place in the fixed palette. A product's place is its identifier, so it is the same everywhere. */
export function seriesColor(theme: ChartTheme, place: number): string {
  return theme.series[Math.abs(place) % theme.series.length] ?? theme.colors.primary
}
