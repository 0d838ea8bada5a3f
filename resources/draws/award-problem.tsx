/** What the server refused, explained where it happened instead of in a toast that goes. */
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { ProblemBody } from '@contract/problems.ts'

export interface ProblemNoteProps {
  problem: Pick<ProblemBody, 'title' | 'detail' | 'errors'>
  /** What to do about it. */
  action?: ReactNode
  children?: ReactNode
}

export function ProblemNote({ problem, action, children }: ProblemNoteProps) {
  const faults = [...new Set((problem.errors ?? []).map((fault) => fault.message))].filter((message) => message !== problem.detail)
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={problem.title}
      description={<>{[problem.detail, ...faults].join(' ')}{children}</>}
      action={action}
    />
  )
}
