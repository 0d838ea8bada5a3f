/** Opens a ticket by its serial, typed or scanned from its receipt: a scanner types `SERIAL-CODE` and Enter. */
import { BarcodeOutlined } from '@ant-design/icons'
import { Input, Tooltip } from 'antd'
import { useId, useState } from 'react'
import { keepScanned, readSerial } from '@resources/tickets/serial.ts'
import { useOpenTicket } from '@resources/tickets/ticket-panel.tsx'

export function SerialField() {
  const open = useOpenTicket()
  const fault = useId()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const submit = () => {
    if (typed.trim() === '') return
    const read = readSerial(typed)
    setRefused(read === null)
    if (!read) return
    keepScanned(read)
    // The code must not stay on screen, and the next receipt is read into an empty field.
    setTyped('')
    open(read.serial)
  }
  return (
    <Tooltip
      open={refused}
      title={
        <span id={fault} role="alert">
          No es un serial: son 10 letras y números.
        </span>
      }
      placement="bottomLeft"
    >
      <Input
        className="serial-field"
        prefix={<BarcodeOutlined aria-hidden="true" />}
        placeholder="Serial o QR"
        aria-label="Abrir un ticket por su serial o el QR de su recibo"
        aria-invalid={refused}
        aria-describedby={refused ? fault : undefined}
        status={refused ? 'error' : ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onPressEnter={submit}
      />
    </Tooltip>
  )
}
