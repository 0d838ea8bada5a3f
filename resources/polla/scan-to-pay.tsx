/** Where a scanner writes: the receipt's QR opens its ticket with the code in place; a serial alone opens it to ask for the code. */
import { QrcodeOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef } from 'react'
import { typesByHand } from '@/kit/counter/focus.ts'
import { useScan, type Scanned } from '@/kit/counter/scan.ts'

export interface ScanToPayProps {
  onScanned: (read: Scanned) => void
  /** Changes when the field should take the focus again: the next customer is here. */
  focusAgain: number
}

export function ScanToPay({ onScanned, focusAgain }: ScanToPayProps) {
  const field = useRef<InputRef>(null)
  const { wrong, read, input } = useScan(onScanned)
  useEffect(() => {
    if (typesByHand()) field.current?.focus({ preventScroll: true })
  }, [focusAgain])
  return (
    <form
      className="surface panel polla-scan-pay"
      onSubmit={(event) => {
        event.preventDefault()
        if (!read()) field.current?.select()
      }}
    >
      <label htmlFor="polla-scan-pay">
        <h2>Pagar un premio</h2>
      </label>
      <Input
        {...input}
        ref={field}
        id="polla-scan-pay"
        prefix={<QrcodeOutlined aria-hidden="true" />}
        placeholder="Escanee el recibo o escriba su serial"
        aria-describedby="polla-scan-pay-fault"
      />
      <Button type="primary" size="large" htmlType="submit">
        Buscar ticket
      </Button>
      <p id="polla-scan-pay-fault" role="alert" className="fault">
        {wrong && 'No es un recibo: el serial tiene 10 letras y números.'}
      </p>
    </form>
  )
}
