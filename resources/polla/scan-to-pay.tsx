/** Where a scanner writes: the receipt's QR opens its ticket with the code in place; a serial alone opens it to ask for the code. */
import { QrcodeOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { typesByHand } from '@/kit/counter/focus.ts'
import { readTicketKey } from '@/kit/counter/ticket-key.ts'

export interface Scanned {
  serial: string
  code: string | undefined
}

export interface ScanToPayProps {
  onScanned: (read: Scanned) => void
  /** Changes when the field should take the focus again: the next customer is here. */
  focusAgain: number
}

export function ScanToPay({ onScanned, focusAgain }: ScanToPayProps) {
  const field = useRef<InputRef>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  useEffect(() => {
    if (typesByHand()) field.current?.focus({ preventScroll: true })
  }, [focusAgain])
  const open = () => {
    const { serial, code } = readTicketKey(text)
    setWrong(serial === null)
    if (serial === null) return field.current?.select()
    setText('')
    onScanned({ serial, code: code ?? undefined })
  }
  return (
    <form
      className="polla-panel surface polla-scan-pay"
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <label htmlFor="polla-scan-pay">
        <h2>Pagar un premio</h2>
      </label>
      <Input
        ref={field}
        id="polla-scan-pay"
        size="large"
        prefix={<QrcodeOutlined aria-hidden="true" />}
        placeholder="Escanee el recibo o escriba su serial"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={text}
        aria-invalid={wrong}
        aria-describedby="polla-scan-pay-fault"
        onChange={(event) => {
          setText(event.target.value)
          setWrong(false)
        }}
        {...(wrong && { status: 'error' as const })}
      />
      <Button type="primary" size="large" htmlType="submit">
        Buscar ticket
      </Button>
      <p id="polla-scan-pay-fault" role="alert" className="polla-said polla-said-wrong">
        {wrong && 'No es un recibo: el serial tiene 10 letras y números.'}
      </p>
    </form>
  )
}
