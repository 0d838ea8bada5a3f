import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { palette, seriesColors, type Mode } from './tokens.ts'

const css = readFileSync(new URL('./base.css', import.meta.url), 'utf8')
const modes: Mode[] = ['light', 'dark']

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

describe.each(modes)('the %s palette', (mode) => {
  const colors = palette[mode]

  it('is the one base.css names', () => {
    const block = css.split(mode === 'light' ? ':root {' : ":root[data-theme='dark'] {")[1]!.split('}')[0]!
    for (const [name, value] of Object.entries(colors)) {
      expect(block).toContain(`--sorteo-${name.replaceAll('_', '-')}: ${value};`)
    }
  })

  it('has text that reads on every surface', () => {
    for (const text of ['ink', 'muted', 'primary', 'accent', 'gain', 'loss', 'info'] as const) {
      for (const behind of ['ground', 'surface', 'raised', 'hover'] as const) {
        expect(contrast(colors[text], colors[behind]), `${text} on ${behind}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  })

  it('has text that reads over fills and soft fills', () => {
    for (const fill of ['primary', 'accent', 'gain', 'loss', 'info'] as const) {
      expect(contrast(colors.on_solid, colors[fill]), fill).toBeGreaterThanOrEqual(4.5)
    }
    for (const tone of ['accent', 'gain', 'loss'] as const) {
      expect(contrast(colors[tone], colors[`${tone}_soft`]), tone).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('has series that stand out from the surface, each a colour of its own', () => {
    expect(new Set(seriesColors[mode]).size).toBe(seriesColors[mode].length)
    for (const color of seriesColors[mode]) expect(contrast(color, colors.surface), color).toBeGreaterThanOrEqual(3)
  })
})
