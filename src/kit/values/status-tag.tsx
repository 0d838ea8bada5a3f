/** A state as icon, words and colour: never colour alone. */
import { CheckCircleFilled, ClockCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { statusLabels } from '@contract/partners.ts'

export type Tone = 'good' | 'waiting' | 'bad' | 'neutral'

const icons: Record<Tone, ReactNode> = {
  good: <CheckCircleFilled />,
  waiting: <ClockCircleFilled />,
  bad: <ExclamationCircleFilled />,
  neutral: <MinusCircleOutlined />,
}

const colors: Record<Tone, string> = { good: 'good', waiting: 'warns', bad: 'bad', neutral: 'sorteo-muted' }

export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`line inline gap-xs nowrap ${tone === 'neutral' ? 'sorteo-muted' : ''}`}>
      <span className={colors[tone]} aria-hidden="true">
        {icons[tone]}
      </span>
      {children}
    </span>
  )
}

/** Active or not: partners, users, products, accounts. */
export function ActiveTag({ status }: { status: keyof typeof statusLabels }) {
  return <StatusTag tone={status === 'activo' ? 'good' : 'neutral'}>{statusLabels[status]}</StatusTag>
}
