/** Handing over money of one ticket: its code by hand or by scanner. */
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { readSerialAndCode } from './ticket-key.ts'

export const payFieldId = 'counter-pay-code'

interface CodeFormProps {
  serial: string
  /** Known already when the receipt's QR was scanned. */
  code: string
  /** What the button says. */
  action: string
  pending: boolean
  /** Answers whether it was done: if not, the code is there to be written over. */
  onGive: (code: string) => Promise<boolean>
  /** Something was written anew: what was said of it is over. */
  onEdited: () => void
  children?: ReactNode
}

/** What the field holds, against the ticket that is open: a scan of another receipt is told, not tried. */
function codeIn(text: string, serial: string): { code: string } | { fault: string } {
  const read = readSerialAndCode(text)
  if (read.serial !== null && read.code !== null && read.serial !== serial)
    return { fault: `Ese recibo es del ticket ${read.serial}.` }
  return read.code !== null ? { code: read.code } : { fault: 'Escriba el código del recibo o escanee su QR.' }
}

export function CodeForm({ serial, code, action, pending, onGive, onEdited, children }: CodeFormProps) {
  const field = useRef<InputRef>(null)
  const [text, setText] = useState(code)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => field.current?.focus(), [serial])
  const give = async () => {
    const read = codeIn(text, serial)
    if ('fault' in read) setFault(read.fault)
    else if (!(await onGive(read.code))) field.current?.select()
  }
  return (
    <form
      className="surface panel stack gap-xs field"
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <label htmlFor={payFieldId}>Código del recibo</label>
      <Input
        ref={field}
        id={payFieldId}
        size="large"
        className="sorteo-figures"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        aria-invalid={fault !== null}
        aria-describedby="counter-pay-fault"
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
          onEdited()
        }}
        {...(fault !== null && { status: 'error' as const })}
      />
      <p id="counter-pay-fault" role="alert" className="fault">
        {fault}
      </p>
      {children}
      <Button type="primary" htmlType="submit" size="large" block loading={pending}>
        {action}
      </Button>
    </form>
  )
}
