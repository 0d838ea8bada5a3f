/** Who an operation at the counter is for: a document, and the name that the registry has of it or that a new one gets. */
import { Input } from 'antd'
import { useId, useMemo } from 'react'
import { clients, clientTypeLabels, clientTypes, dniOf, type ClientType } from '@contract/clients.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '@/kit/form/select.tsx'
import type { ClientDraft } from './client-draft.ts'

export function useNoClient(): ClientDraft {
  const { country_iso2 } = useSession()
  return useMemo(() => ({ type: country_iso2 === 'PA' ? 'C' : 'V', dni: '', name: '' }), [country_iso2])
}

/** Puts the cursor where something is missing, the document or the name of who is new; answers whether it was the name. */
export function focusClient(within: HTMLElement | null): boolean {
  const [written, name] = within?.querySelectorAll<HTMLInputElement>('input:not([role="combobox"])') ?? []
  const isNamed = name === undefined || name.value.trim() !== ''
  const missing = isNamed ? written : name
  missing?.focus()
  return !isNamed
}

const options = clientTypes.map((value) => ({ value, label: `${value} · ${clientTypeLabels[value]}` }))

interface ClientFieldsProps {
  value: ClientDraft
  onChange: (value: ClientDraft) => void
  /** Of the document's field. */
  id?: string
  /** The cursor begins in it: somebody asked for it. */
  autoFocus?: boolean
  /** Without one the operation is refused. */
  needed?: boolean
}

export function ClientFields({ value, onChange, id, autoFocus = false, needed = false }: ClientFieldsProps) {
  const own = useId()
  const { type, dni, name } = value
  const read = dniOf(type, dni)
  const whole = 'dni' in read
  const found = useCall(clients.find, { query: { type, dni: whole ? read.dni : '' } }, { enabled: whole })
  const client = whole ? found.data?.client : undefined
  const isNew = whole && client === null
  const description = { 'aria-describedby': `${own}-told` }
  return (
    <div className="stack gap-xs">
      <div className="row gap-xs">
        <Select<ClientType>
          aria-label="Tipo de documento"
          style={{ width: 150 }}
          value={type}
          options={options}
          popupMatchSelectWidth={false}
          onChange={(chosen) => onChange({ ...value, type: chosen })}
        />
        <Input
          {...(id !== undefined && { id })}
          aria-label="Documento del cliente"
          placeholder="Documento"
          className="sorteo-figures"
          style={{ flex: 1, minWidth: 120 }}
          maxLength={24}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it comes when it is asked for
          autoFocus={autoFocus}
          value={dni}
          onChange={({ target }) => onChange({ ...value, dni: target.value })}
          {...description}
        />
      </div>
      {isNew && (
        <Input
          aria-label="Nombre del cliente"
          placeholder="Nombre del cliente nuevo"
          maxLength={80}
          autoComplete="off"
          value={name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
        />
      )}
      <p id={`${own}-told`} role="status" className="small sorteo-muted">
        {toldOf({ dni, read, client, needed })}
      </p>
    </div>
  )
}

interface ClientDescription {
  dni: string
  read: ReturnType<typeof dniOf>
  client: { document: string; name: string; status: string } | null | undefined
  needed: boolean
}

function toldOf({ dni, read, client, needed }: ClientDescription): string {
  if (dni.trim() === '') return needed ? 'Escriba el documento.' : 'Opcional: queda a su nombre.'
  if ('fault' in read) return `${read.fault}.`
  if (client === undefined) return 'Buscando…'
  if (client === null) return 'Cliente nuevo: queda registrado con esta operación.'
  return client.status === 'activo' ? `${client.document} ${client.name}` : `${client.name} está desactivado.`
}
