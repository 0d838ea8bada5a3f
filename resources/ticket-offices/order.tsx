/** Asking before an office is ordered something: what happens, and for an update that waits already, taking it back. */
import { Modal } from 'antd'
import type { Endpoint } from '@contract/endpoint.ts'
import { ticketOffices, type TicketOfficeRow } from '@contract/ticket-offices.ts'
import { useAction } from '@providers/queries.ts'

interface Said {
  endpoint: Endpoint
  title: string
  text: string
  action: string
  command?: undefined
}
type OrderProps = { row: TicketOfficeRow; onClose: () => void } & (
  | Said
  | { command: 'software' | 'hardware'; endpoint?: undefined }
)

/** What is asked of a terminal, or taken back where it waits already. */
function askedOf({ name, pending_command, software_version }: TicketOfficeRow, command: 'software' | 'hardware') {
  const waits = pending_command === command
  const what = `actualización de ${command}`
  const now = command === 'software' && software_version ? ` Ahora tiene la ${software_version}.` : ''
  return {
    endpoint: ticketOffices[command] as Endpoint,
    body: { cancel: waits },
    title: waits ? `Retirar la ${what} de ${name}` : `Pedir ${what} a ${name}`,
    text: waits
      ? 'La terminal aún no la ha hecho. Si se retira, no la hará.'
      : `La terminal la hace la próxima vez que se comunique.${now}${pending_command ? ' Reemplaza lo que tiene pendiente.' : ''}`,
    action: waits ? 'Retirar' : 'Pedir',
  }
}

export function OrderDialog({ row, onClose, ...said }: OrderProps) {
  const order = said.command ? askedOf(row, said.command) : { ...said, body: undefined }
  const { run, pending } = useAction(order.endpoint, { invalidates: [ticketOffices] })
  const send = async () => {
    const done = await run({ params: { id: row.id }, ...(order.body && { body: order.body }) } as never)
    if (done) onClose()
  }
  return (
    <Modal
      open
      title={order.title}
      okText={order.action}
      okButtonProps={{ loading: pending }}
      cancelText="Cancelar"
      cancelButtonProps={{ disabled: pending, autoFocus: true }}
      closable={!pending}
      keyboard={!pending}
      maskClosable={false}
      width={480}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{order.text}</p>
    </Modal>
  )
}
