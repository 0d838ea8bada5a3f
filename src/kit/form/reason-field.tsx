/** Why something is done, written by whoever does it. */
import { Input } from 'antd'
import type { Ref } from 'react'

export interface ReasonFieldProps {
  label: string
  value: string
  /** What is wrong with it. */
  fault?: string | null | undefined
  required?: boolean
  most: number
  focused?: boolean
  ref?: Ref<HTMLTextAreaElement>
  onChange: (reason: string) => void
}

export function ReasonField({
  label,
  value,
  fault,
  required = false,
  most,
  focused = false,
  ref,
  onChange,
}: ReasonFieldProps) {
  const take = (area: { resizableTextArea?: { textArea: HTMLTextAreaElement } } | null) => {
    const element = area?.resizableTextArea?.textArea ?? null
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }
  return (
    <label className="stack gap-xxs" data-fault={Boolean(fault)}>
      {label}
      <Input.TextArea
        ref={take}
        rows={2}
        maxLength={most}
        value={value}
        aria-required={required}
        aria-invalid={Boolean(fault)}
        autoFocus={focused}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && (
        <span className="fault" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}
