/**
 * The look, as values: neutral slate surfaces, an ink-like primary, one warm accent kept for what
 * needs a person now. antd's theme is made of them, and style sheets read them from its variables (`--ant-…`).
 */
import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd'

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

/** antd's dark algorithm dims the colours that it is given; the palette's were chosen for the dark already. */
const asChosen: MappingAlgorithm = ({ colorPrimary, colorInfo, colorSuccess, colorWarning, colorError }, derived) => ({
  ...derived!,
  colorPrimary,
  colorInfo,
  colorSuccess,
  colorWarning,
  colorError,
  colorLink: colorInfo,
})
const darkAlgorithms = [theme.darkAlgorithm, asChosen]

/** antd's theme for a mode (`themeFor` in mode.ts adds whether things move). */
export function themeTokens(mode: Mode): ThemeConfig {
  const colors = palette[mode]
  return {
    cssVar: { key: 'sorteo' },
    hashed: false,
    algorithm: mode === 'dark' ? darkAlgorithms : theme.defaultAlgorithm,
    token: {
      ...seedTokens(colors),
      ...textTokens(colors),
      ...surfaceTokens(colors, mode),
    },
    components: componentTokens(colors),
  }
}

function seedTokens(colors: Palette): ThemeConfig['token'] {
  return {
    colorPrimary: colors.primary,
    colorInfo: colors.info,
    colorSuccess: colors.gain,
    colorWarning: colors.accent,
    colorError: colors.loss,
    colorLink: colors.info,
    fontFamily,
    fontSize: 14,
    fontSizeSM: 12,
    fontSizeHeading1: 20,
    lineHeightHeading1: 1.4,
    borderRadius: 6,
    borderRadiusLG: 8,
    borderRadiusSM: 4,
    controlHeight: 32,
    controlHeightSM: 26,
    wireframe: false,
  }
}

function textTokens(colors: Palette): ThemeConfig['token'] {
  return {
    colorText: colors.ink,
    colorTextHeading: colors.ink,
    colorTextSecondary: colors.muted,
    colorTextTertiary: colors.muted,
    colorTextDescription: colors.muted,
    colorTextPlaceholder: colors.muted,
    colorTextLabel: colors.ink,
    colorTextLightSolid: colors.on_solid,
    colorIcon: colors.muted,
    colorIconHover: colors.ink,
  }
}

function surfaceTokens(colors: Palette, mode: Mode): ThemeConfig['token'] {
  return {
    colorBgLayout: colors.ground,
    colorBgContainer: colors.surface,
    colorBgElevated: colors.raised,
    colorBgSpotlight: mode === 'light' ? colors.ink : '#dbe4f0',
    colorBorder: colors.border_strong,
    colorBorderSecondary: colors.border,
    colorSplit: colors.border,
    colorFillAlter: mode === 'light' ? '#f7f9fb' : '#182231',
    controlItemBgHover: colors.hover,
    controlItemBgActive: mode === 'light' ? '#e4ebf4' : '#26364d',
    controlItemBgActiveHover: mode === 'light' ? '#d9e3ef' : '#2c3e58',
    colorSuccessBg: colors.gain_soft,
    colorWarningBg: colors.accent_soft,
    colorErrorBg: colors.loss_soft,
    boxShadowTertiary: 'none',
    boxShadowSecondary: mode === 'light' ? '0 6px 24px rgb(21 32 47 / 12%)' : '0 8px 28px rgb(0 0 0 / 50%)',
  }
}

/** What lies around a table's text, in each size that antd knows. */
export const cellRoom = { small: [4, 10], middle: [9, 12], large: [16, 16] } as const

function componentTokens(colors: Palette): ThemeConfig['components'] {
  return {
    Button: {
      primaryColor: colors.on_solid,
      dangerColor: colors.on_solid,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      fontWeight: 500,
    },
    Table: {
      cellPaddingBlockSM: cellRoom.small[0],
      cellPaddingInlineSM: cellRoom.small[1],
      cellPaddingBlockMD: cellRoom.middle[0],
      cellPaddingInlineMD: cellRoom.middle[1],
      cellPaddingBlock: cellRoom.large[0],
      cellPaddingInline: cellRoom.large[1],
      headerColor: colors.muted,
      headerSplitColor: 'transparent',
      rowHoverBg: colors.hover,
      borderColor: colors.border,
    },
    Card: { paddingLG: 16, headerFontSize: 14, headerHeight: 44 },
    Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px', labelColor: colors.ink },
    Tabs: { horizontalMargin: '0', titleFontSize: 14 },
    Segmented: { trackBg: colors.hover, itemSelectedBg: colors.surface, itemColor: colors.muted },
    Drawer: { paddingLG: 20 },
    Modal: { titleFontSize: 16 },
  }
}
