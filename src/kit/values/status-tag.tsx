/** A state as icon, words and colour: never colour alone. */
import { CheckCircleFilled, ClockCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { statusLabels } from '@contract/partners.ts'
import './values.css'

export type Tone = 'good' | 'waiting' | 'bad' | 'neutral'

const icons: Record<Tone, ReactNode> = {
  good: <CheckCircleFilled />,
  waiting: <ClockCircleFilled />,
  bad: <ExclamationCircleFilled />,
  neutral: <MinusCircleOutlined />,
}

export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`status-tag status-tag-${tone}`}>
      <span aria-hidden="true">{icons[tone]}</span>
      {children}
    </span>
  )
}

/** Active or not: partners, users, products, accounts. */
export function ActiveTag({ status }: { status: keyof typeof statusLabels }) {
  return <StatusTag tone={status === 'activo' ? 'good' : 'neutral'}>{statusLabels[status]}</StatusTag>
}
