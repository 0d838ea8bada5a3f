/**
 * antd without what makes its looks in the browser: the build writes them into one sheet (`bundling/antd-sheet.ts`), so a
 * component asks for nothing but its names.
 */
import { createContext, useContext, type ReactNode } from 'react'
import { DesignTokenContext } from 'antd/es/theme/context'

export { defaultConfig } from 'antd/es/theme/context'

const cssVar = { key: 'sorteo' }
const styled = [(node: ReactNode) => node, '', ''] as const

/** In the place of a hook that makes rules. */
export const useStyle = () => styled

/** In the place of a component that makes rules and draws nothing. */
export const Styles = () => null

/** Values that are the same for every component, and those alone that components read. */
export function useToken() {
  const { token } = useContext(DesignTokenContext)
  return [undefined, token, '', token, cssVar] as const
}

export const useResetIconStyle = () => undefined

/** Of the package that makes the rules: nothing of a theme is worked out, and no layer is said. */
export const createTheme = () => undefined
export const StyleContext = createContext({})

/** What the console's own code asks of `theme`, and what asks for one export only. */
export default Object.assign(useToken, { useToken })
