/** The whole console: language and theme, the routes, and what every page shares. */
import { ConfigProvider, theme } from 'antd'
import { StrictMode } from 'react'
import { RouterProvider } from 'react-router'
import { ErrorBoundary } from '@/shell/error-boundary.tsx'
import type { routerOf } from '@/shell/router.tsx'
import { Toasts } from '@/shell/toasts.tsx'
import { locale } from '@/theme/locale.ts'
import { themeFor, useMode } from '@/theme/mode.ts'

export function App({ router }: { router: ReturnType<typeof routerOf> }) {
  const mode = useMode()
  return (
    <StrictMode>
      <ConfigProvider
        locale={locale}
        theme={themeFor(mode)}
        button={{ autoInsertSpace: false }}
        wave={{ disabled: true }}
      >
        <ThemeVariables />
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
        <Toasts />
      </ConfigProvider>
    </StrictMode>
  )
}

/** Puts antd's variables (`--ant-…`) on the document, of class `sorteo`, before any of its components shows. */
function ThemeVariables() {
  theme.useToken()
  return null
}
