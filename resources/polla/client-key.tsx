/** The client of the sale being made, asked for with a key and kept until the polla is sold. */
import { Button, Modal } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { ClientDraft } from '../clients/client-draft.ts'
import { ClientFields, useNoClient } from '../clients/client-fields.tsx'
import type { CounterSale } from './use-sale.ts'

const clientFieldId = 'client-document'

/** `[ask, dialog]`: render the dialog once; `done` has the cursor back in the sale, with what to say. */
export function useClientDialog(
  { client, setClient }: CounterSale,
  done: (text: string) => void,
): [() => void, ReactNode] {
  const [open, setOpen] = useState(false)
  const dialog = (
    <ClientDialog
      open={open}
      client={client}
      onClose={() => {
        setOpen(false)
        done('')
      }}
      onChoose={(chosen) => {
        setClient(chosen)
        setOpen(false)
        done(chosen ? 'A nombre del cliente.' : 'Sin cliente.')
      }}
    />
  )
  return [() => setOpen(true), dialog]
}

interface ClientDialogProps {
  open: boolean
  /** Null while the sale is for nobody in particular. */
  client: ClientDraft | null
  onClose: () => void
  onChoose: (client: ClientDraft | null) => void
}

function ClientDialog({ open, client, onClose, onChoose }: ClientDialogProps) {
  return (
    <Modal open={open} title="Cliente de la polla" footer={null} width={420} onCancel={onClose} destroyOnHidden>
      {open && <ClientForm client={client} onChoose={onChoose} />}
    </Modal>
  )
}

function ClientForm({ client, onChoose }: Pick<ClientDialogProps, 'client' | 'onChoose'>) {
  const nobody = useNoClient()
  const [draft, setDraft] = useState(client ?? nobody)
  // The dialog is shown a moment after it is made, and whoever pressed the key goes on typing: a focus that waited for
  // the end of its opening lost the first digits.
  useEffect(() => {
    const frame = requestAnimationFrame(() => document.getElementById(clientFieldId)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <form
      className="stack gap-sm"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(draft.dni.trim() === '' ? null : draft)
      }}
    >
      <ClientFields id={clientFieldId} value={draft} onChange={setDraft} />
      <div className="row gap-xs">
        <Button type="primary" htmlType="submit">
          Poner
        </Button>
        <Button htmlType="button" disabled={client === null} onClick={() => onChoose(null)}>
          Quitar
        </Button>
      </div>
    </form>
  )
}
