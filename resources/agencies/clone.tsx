/** Copying an agency: asks the copy's name and code, says what goes along, opens the new one. */
import { Form, Input, Modal } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { agencies, agencyForm, type AgencyRow } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import type { Answer } from '@contract/endpoint.ts'
import { Field, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useFormContext, useServerForm } from '@/kit/form/form.tsx'
import { formatCount } from '@contract/values/money.ts'
import { useNameCheck } from './name-check.ts'
import { agencyPaths } from './paths.ts'

/** What the new agency's page says once. It travels in the history entry, not in the URL. */
export interface CloneNotice {
  copied_from: string
  copied: Answer<typeof agencies.clone>['copied']
}

const identity = agencyForm.pick({ name: true, code: true })

export function CloneDialog({ row, onClose }: { row: AgencyRow; onClose: () => void }) {
  const navigate = useNavigate()
  const start = useMemo(() => ({ values: { name: '', code: '' } }), [])
  const form = useServerForm({
    schema: identity,
    start,
    draft: `agency:clone:${row.id}`,
    endpoint: agencies.clone,
    args: (values) => ({ body: { ...values, agency_id: row.id } }),
    invalidates: [agencies, partners],
    onSaved: (answer) => {
      const state: CloneNotice = { copied_from: row.name, copied: answer.copied }
      void navigate(agencyPaths.general(answer.agency_id), { state })
    },
  })
  const close = () => form.unsaved.leave(onClose)
  return (
    <Modal open title={`Clonar ${row.name}`} footer={null} maskClosable={false} width={480} onCancel={close}>
      <p className="agency-dialog-text">
        La copia nace activa y sin taquillas, con el mismo padre, lugar, monedas y responsable de pago, y con los
        límites, productos, multiplicadores, cupos y comisiones propios de {row.name}. Documento, teléfono, correo,
        dirección, usuarios y ventas no se copian.
      </p>
      <ServerFormView form={form}>
        <CloneFields />
        <FormActions save="Clonar agencia" onCancel={close} />
      </ServerFormView>
    </Modal>
  )
}

function CloneFields() {
  const { form } = useFormContext()
  const taken = useNameCheck(Form.useWatch<string | undefined>('name', form), undefined)
  return (
    <>
      <Field name="name" label="Nombre de la copia" warning={taken}>
        <Input maxLength={80} autoComplete="off" autoFocus />
      </Field>
      <Field name="code" label="Código de la copia">
        <Input maxLength={12} autoComplete="off" className="agency-code" />
      </Field>
    </>
  )
}

const parts = [
  { key: 'limits', one: 'límite', many: 'límites' },
  { key: 'products', one: 'producto', many: 'productos' },
  { key: 'multipliers', one: 'multiplicador', many: 'multiplicadores' },
  { key: 'quotas', one: 'cupo', many: 'cupos' },
  { key: 'commissions', one: 'comisión', many: 'comisiones' },
] as const

/** `Se copiaron 3 límites, 12 productos y 2 comisiones.` */
export function copiedText(copied: CloneNotice['copied']): string {
  const said = parts
    .filter(({ key }) => copied[key] > 0)
    .map(({ key, one, many }) => `${formatCount(copied[key])} ${copied[key] === 1 ? one : many}`)
  if (said.length === 0) return 'No tenía configuración propia: la copia hereda todo de su padre, como el original.'
  const last = said.pop()
  return `Se copiaron ${said.length > 0 ? `${said.join(', ')} y ${last}` : last}.`
}
