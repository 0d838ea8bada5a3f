/**
 * The way back from a partner to the user's own, one step per ancestor. A long name goes on in a second line: names
 * differ at their ends.
 */
import { RightOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import type { PathStep } from './partner-tree.ts'
import './values.css'

export interface PartnerPathProps {
  path: readonly PathStep[]
  /** `undefined` is the user's own partner. */
  onChoose: (id: number | undefined) => void
  /** Tells two of them on one screen apart. */
  label?: string
}

export function PartnerPath({ path, onChoose, label = 'Jerarquía' }: PartnerPathProps) {
  return (
    <nav className="partner-path row gap-xxs small" aria-label={label}>
      {path.map((step, index) => (
        <Fragment key={step.id}>
          {index > 0 && <RightOutlined className="partner-path-next sorteo-muted" aria-hidden="true" />}
          {index === path.length - 1 ? (
            <span aria-current="location">{step.name}</span>
          ) : (
            <button
              type="button"
              className="quiet-link informs"
              onClick={() => onChoose(index === 0 ? undefined : step.id)}
            >
              {step.name}
            </button>
          )}
        </Fragment>
      ))}
    </nav>
  )
}
