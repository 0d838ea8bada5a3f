/** A button that leads to where something is done first: to the screen that must have something before this one has. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { allows } from '@contract/access/rules.ts'
import { isClosed, screens } from '@contract/access/screens.ts'
import { screenLink } from '@contract/links.ts'
import { useSession } from '@providers/session.ts'
import type { NewState } from '../screen/registry.ts'

/** Whether the signed-in user may open a screen, by its key. */
export function useOpens(): (key: string) => boolean {
  const user = useSession()
  return (key) => {
    const screen = screens.find((one) => one.key === key)
    return screen !== undefined && allows(screen.access, user) && !isClosed(screen, user)
  }
}

interface NextStepProps {
  /** The screen's key. */
  screen: string
  /** Below the screen's path: `create`. */
  at?: string
  /** What a new one there starts with, and where to go on from it. */
  state?: NewState
  primary?: boolean
  children: ReactNode
}

/** Nothing for whoever may not open that screen. */
export function NextStep({ screen, at, state, primary = false, children }: NextStepProps) {
  const navigate = useNavigate()
  if (!useOpens()(screen)) return null
  const path = screenLink(screen)
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      onClick={() => void navigate(at === undefined ? path : `${path}/${at}`, { state })}
    >
      {children}
    </Button>
  )
}
