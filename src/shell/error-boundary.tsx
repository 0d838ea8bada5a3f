/** Any uncaught rendering error shows the 500 screen instead of an empty page. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorScreen, serverError } from './error-screen.tsx'

interface Props {
  children: ReactNode
}

interface State {
  failed: boolean
  cause: unknown
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, cause: null }

  static getDerivedStateFromError(cause: unknown): State {
    return { failed: true, cause }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <ErrorScreen {...serverError} cause={this.state.cause} />
  }
}
