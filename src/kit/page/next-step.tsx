/** A button that leads to where something is done first: to the screen that must have something before this one has. */
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { isClosed, screens } from '@contract/access/screens.ts'
import { screenLink } from '@contract/links.ts'
import { useCan, useSession } from '@providers/session.ts'

interface NextStepProps {
  /** The screen's key. */
  screen: string
  /** Below the screen's path: `create`. */
  at?: string
  params?: Readonly<Record<string, string>>
  primary?: boolean
  children: ReactNode
}

/** Nothing for whoever may not open that screen. */
export function NextStep({ screen: key, at, params, primary = false, children }: NextStepProps) {
  const navigate = useNavigate()
  const user = useSession()
  const screen = screens.find((one) => one.key === key)!
  const opens = useCan(screen.access) && !isClosed(screen, user)
  if (!opens) return null
  const [path, search] = screenLink(key, params).split('?')
  const to = `${path}${at ? `/${at}` : ''}${search ? `?${search}` : ''}`
  return (
    <Button type={primary ? 'primary' : 'default'} onClick={() => void navigate(to)}>
      {children}
    </Button>
  )
}
