/** What stands under the pointer over columns and lines. */
import { slotTitle, stackTotal, type TrendSeries } from './series.ts'
import { seriesColor, type ChartTheme } from './theme.ts'
import type { SpecInput } from './trend.tsx'

export function tooltipStyle(theme: ChartTheme) {
  return {
    '.g2-tooltip': {
      background: theme.colors.raised,
      color: theme.colors.ink,
      border: `1px solid ${theme.colors.border_strong}`,
      'border-radius': '6px',
      'box-shadow': 'none',
      padding: '8px 10px',
      'font-family': theme.font,
    },
  }
}

/**
 * What stands under the pointer, built as nodes, so that a name is never read as markup. Amounts are the exact ones, not what
 * was drawn; a stack has its total, what it is compared with its own day.
 */
export function tooltipBody(key: string, input: SpecInput): HTMLElement {
  const { slots, series, theme, format, stacked, clickable } = input
  const index = slots.findIndex((slot) => slot.key === key)
  const slot = slots[index]
  const body = document.createElement('div')
  body.className = 'chart-tooltip stack gap-xxs small'
  const said = (text: string, className: string) => {
    const line = body.appendChild(document.createElement('div'))
    line.className = className
    line.textContent = text
  }
  const figure = (name: string, value: string | null | undefined, one?: TrendSeries) => {
    const row = body.appendChild(document.createElement('div'))
    row.className = one ? 'line gap-xs' : 'line gap-xs strong'
    if (one) {
      const swatch = row.appendChild(document.createElement('span'))
      swatch.className = `chart-swatch chart-swatch-${one.mark}${one.dash ? ' chart-swatch-dash' : ''}`
      swatch.style.color = seriesColor(theme, one.color)
    }
    row.appendChild(document.createElement('span')).textContent = name
    const amount = row.appendChild(document.createElement('span'))
    amount.className = 'chart-tooltip-figure push nowrap sorteo-figures'
    amount.textContent = value === null || value === undefined ? '—' : format(value)
  }
  said(slot ? slotTitle(slot) : '', 'strong')
  const own = series.filter(({ compared }) => !compared)
  for (const one of own) figure(one.name, one.values[index], one)
  if (stacked && own.length > 1) figure('Total', stackTotal(own, index))
  for (const one of series.filter(({ compared }) => compared))
    figure(slot?.compared ?? one.name, one.values[index], one)
  if (clickable) said('Pulse para ver sus filas', 'note')
  return body
}
