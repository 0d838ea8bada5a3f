import { readFileSync } from 'node:fs'
import { theme } from 'antd'
import { describe, expect, it } from 'vitest'
import { themeTokens } from './antd-theme.ts'
import { palette, seriesColors, type Mode } from './tokens.ts'

const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
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

  it('is what antd hands on to style sheets', () => {
    const tokens = theme.getDesignToken(themeTokens(mode))
    expect({
      ground: tokens.colorBgLayout,
      surface: tokens.colorBgContainer,
      raised: tokens.colorBgElevated,
      hover: tokens.controlItemBgHover,
      border: tokens.colorBorderSecondary,
      border_strong: tokens.colorBorder,
      ink: tokens.colorText,
      muted: tokens.colorTextSecondary,
      primary: tokens.colorPrimary,
      on_solid: tokens.colorTextLightSolid,
      accent: tokens.colorWarning,
      accent_soft: tokens.colorWarningBg,
      gain: tokens.colorSuccess,
      gain_soft: tokens.colorSuccessBg,
      loss: tokens.colorError,
      loss_soft: tokens.colorErrorBg,
      info: tokens.colorInfo,
    }).toEqual(colors)
    expect([tokens.colorLink, tokens.colorLinkHover, tokens.colorLinkActive]).toEqual([
      colors.info,
      colors.ink,
      colors.ink,
    ])
  })

  it('is behind the first paint, which comes before antd', () => {
    const [light, dark] = [...page.matchAll(/:root\S* \{([^}]*--ground[^}]*)\}/g)].map((match) => match[1]!)
    const { ground, surface, ink } = colors
    for (const [name, color] of Object.entries({ ground, surface, ink }))
      expect(mode === 'light' ? light : dark).toContain(`--${name}: ${color};`)
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
