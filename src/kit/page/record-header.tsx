/** The line under the name of one record: the way back to its list, its code, its state, and what else tells it apart. */
import { ArrowLeftOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Row } from './stack.tsx'

export interface RecordHeaderProps {
  /** Where the list is and what it is called: `{ to: '/agencies', label: 'Agencias' }`. */
  back: { to: string; label: string }
  code?: ReactNode
  /** A tag, such as `ActiveTag`. */
  status?: ReactNode
  /** One more fact: whose it is, of which kind. */
  note?: ReactNode
}

export function RecordHeader({ back, code, status, note }: RecordHeaderProps) {
  return (
    <Row gap="sm">
      <Link to={back.to} className="line inline gap-xs record-header-back">
        <ArrowLeftOutlined aria-hidden="true" /> {back.label}
      </Link>
      {code !== undefined && <span>{code}</span>}
      {status}
      {note !== undefined && <span>{note}</span>}
    </Row>
  )
}
