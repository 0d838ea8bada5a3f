/** What the server refused, explained where it happened instead of in a toast that goes. */
import { WarningFilled } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { ProblemBody } from '@contract/problems.ts'
import './parts.css'

export interface ProblemNoteProps {
  problem: Pick<ProblemBody, 'title' | 'detail' | 'errors'>
  /** What to do about it. */
  action?: ReactNode
  /** More about it, after the server's sentence. */
  children?: ReactNode
}

export function ProblemNote({ problem, action, children }: ProblemNoteProps) {
  const faults = [...new Set((problem.errors ?? []).map((fault) => fault.message))].filter(
    (message) => message !== problem.detail,
  )
  return (
    <div className="notice row baseline gap-sm" role="alert">
      <WarningFilled aria-hidden="true" />
      <p className="grow">
        <strong>{problem.title}.</strong> {[problem.detail, ...faults].join(' ')}
        {children}
      </p>
      {action}
    </div>
  )
}
