/**
 * The look, as values: neutral slate surfaces, an ink-like primary, one warm accent kept for what
 * needs a person now. antd's theme is made of them (`antd-theme.ts`), and style sheets read them from its variables (`--ant-…`).
 */
export type Mode = 'light' | 'dark'

export interface Palette {
  /** The page behind everything. */
  ground: string
  /** Cards, tables, header, menu. */
  surface: string
  /** What floats: menus, dialogs; and what a row shows under the pointer. */
  raised: string
  hover: string
  border: string
  border_strong: string
  ink: string
  muted: string
  primary: string
  /** Text and marks over `primary`, `gain`, `loss` and `accent` when they fill. */
  on_solid: string
  accent: string
  accent_soft: string
  gain: string
  gain_soft: string
  loss: string
  loss_soft: string
  info: string
}

/** Every text colour reaches 4.5:1 on `ground`, `surface` and `raised` (tokens.test.ts). */
export const palette: Record<Mode, Palette> = {
  light: {
    ground: '#f4f6f9',
    surface: '#ffffff',
    raised: '#ffffff',
    hover: '#eef2f6',
    border: '#dde4ec',
    border_strong: '#b9c5d3',
    ink: '#15202f',
    muted: '#546378',
    primary: '#1f3557',
    on_solid: '#ffffff',
    accent: '#a4520b',
    accent_soft: '#fdf1e2',
    gain: '#0b7453',
    gain_soft: '#e4f4ed',
    loss: '#b3261c',
    loss_soft: '#fceceb',
    info: '#23639e',
  },
  dark: {
    ground: '#0d131c',
    surface: '#141c28',
    raised: '#1b2534',
    hover: '#202c3d',
    border: '#293648',
    border_strong: '#43546c',
    ink: '#e5ebf3',
    muted: '#9fb0c5',
    primary: '#b7c9e8',
    on_solid: '#0d1626',
    accent: '#f0b05a',
    accent_soft: '#33281a',
    gain: '#5fcaa5',
    gain_soft: '#14302a',
    loss: '#ff9184',
    loss_soft: '#3a1f20',
    info: '#86b9ea',
  },
}

/**
 * Colours of chart series, told apart under the common colour blindnesses and at least 3:1 on the
 * surface. The order is fixed: a product keeps the colour of its place everywhere.
 */
export const seriesColors: Record<Mode, readonly string[]> = {
  light: ['#2b5c9e', '#c26a12', '#11806c', '#a13d72', '#6d7c90', '#86701a', '#4b8fcb', '#b5473a'],
  dark: ['#7fb0ee', '#eda452', '#4fc3aa', '#e08bb8', '#a3b2c6', '#d3bd5e', '#5f9de0', '#f08a7d'],
}

export const fontFamily = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

/** What lies around a table's text, in each size that antd knows. */
export const cellRoom = { small: [4, 10], middle: [9, 12], large: [16, 16] } as const
