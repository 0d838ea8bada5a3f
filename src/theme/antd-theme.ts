/**
 * antd's theme of the house's colours and sizes. In a build nothing of it is left to be worked out in the browser: the
 * sheet that antd would make of it is made there (`bundling/antd-sheet.ts`).
 */
import { theme, type MappingAlgorithm, type ThemeConfig } from 'antd'
import { cellRoom, fontFamily, palette, type Mode, type Palette } from './tokens.ts'

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

/**
 * antd's theme for a mode. Where somebody asked the system for less motion, antd must know it: what it shows, it
 * shows at the end of a transition that base.css then takes away.
 */
export function themeTokens(mode: Mode, motion = true): ThemeConfig {
  const colors = palette[mode]
  return {
    cssVar: { key: 'sorteo' },
    hashed: false,
    algorithm: mode === 'dark' ? darkAlgorithms : theme.defaultAlgorithm,
    token: {
      ...seedTokens(colors),
      ...textTokens(colors),
      ...surfaceTokens(colors, mode),
      motion,
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
    // antd's own is paler, and no longer reads.
    colorLinkHover: colors.ink,
    colorLinkActive: colors.ink,
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
    // The mark in a filled box is antd's white, which on the dark mode's pale fill is not seen.
    Checkbox: { colorWhite: colors.on_solid },
    // Of a radio it is named in no type of antd's, and taken all the same.
    Radio: { radioColor: colors.on_solid } as object,
    Card: { paddingLG: 16, headerFontSize: 14, headerHeight: 44 },
    Form: { itemMarginBottom: 18, verticalLabelPadding: '0 0 4px', labelColor: colors.ink },
    Tabs: { horizontalMargin: '0', titleFontSize: 14 },
    Segmented: { trackBg: colors.hover, itemSelectedBg: colors.surface, itemColor: colors.muted },
    Drawer: { paddingLG: 20 },
    Modal: { titleFontSize: 16 },
  }
}
