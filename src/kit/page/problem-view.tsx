/** A part of a screen that could not be loaded: what happened, in the server's words, and a way to try again. */
import {
  CloudServerOutlined,
  DisconnectOutlined,
  LockOutlined,
  SearchOutlined,
  SlidersOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { ownProblems } from '@contract/own-problems.ts'
import type { ProblemBody, ProblemCode } from '@contract/problems.ts'
import { isProblemBody } from '@providers/problem-error.ts'
import { EmptyState } from './empty.tsx'

/** The problem in whatever was thrown or answered. What is no problem of the API is an internal one. */
export function problemOf(error: unknown): ProblemBody {
  const { body = error } = (error ?? {}) as { body?: unknown }
  return isProblemBody(body) ? body : { type: 'about:blank', code: 'internal', ...ownProblems.internal }
}

/** The same question gets the same answer: what would help is another one. */
const final: readonly ProblemCode[] = ['forbidden', 'not_found', 'invalid']

function iconOf(code: ProblemCode): ReactNode {
  if (code === 'forbidden') return <LockOutlined />
  if (code === 'not_found') return <SearchOutlined />
  if (code === 'invalid') return <SlidersOutlined />
  if (code === 'unavailable') return <DisconnectOutlined />
  return <CloudServerOutlined />
}

export interface ProblemViewProps {
  error: unknown
  /** Without it there is no button: nothing would change by trying again. */
  onRetry?: () => void
  /** Beside the button: the way out, such as going back to the list. */
  action?: ReactNode
}

export function ProblemView({ error, onRetry, action }: ProblemViewProps) {
  const problem = problemOf(error)
  const retry = final.includes(problem.code) ? undefined : onRetry
  return (
    <EmptyState
      icon={iconOf(problem.code)}
      title={problem.title}
      text={problem.detail}
      action={
        (retry || action) && (
          <>
            {retry && <Button onClick={retry}>Intentar de nuevo</Button>}
            {action}
          </>
        )
      }
    />
  )
}
