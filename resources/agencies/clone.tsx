/** Copying an agency: asks the copy's name and code, says what goes along, opens the new one. */
import { Alert, Input, Modal } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { agencies, agencyForm, type AgencyRow } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import type { Answer } from '@contract/endpoint.ts'
import { Field, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { useRegistryPaths } from '@/kit/screen/registry.ts'
import { formatCount } from '@contract/values/money.ts'
import { NameField } from '../partners/name.tsx'

/** What the new agency's page says once. It travels in the history entry, not in the URL. */
interface CloneNotice {
  copied_from: string
  copied: Answer<typeof agencies.clone>['copied']
}

const identity = agencyForm.pick({ name: true, code: true })

export function CloneDialog({ row, onClose }: { row: AgencyRow; onClose: () => void }) {
  const navigate = useNavigate()
  const paths = useRegistryPaths(agencies)
  const start = useMemo(() => ({ values: { name: '', code: '' } }), [])
  const form = useServerForm({
    schema: identity,
    start,
    draft: `agencies:clone:${row.id}`,
    endpoint: agencies.clone,
    args: (values) => ({ body: { ...values, agency_id: row.id } }),
    invalidates: [agencies, partners],
    onSaved: (answer) => {
      const state: CloneNotice = { copied_from: row.name, copied: answer.copied }
      void navigate(paths.tab(answer.agency_id, 'general'), { state })
    },
  })
  const close = () => form.unsaved.leave(onClose)
  return (
    <Modal open title={`Clonar ${row.name}`} footer={null} maskClosable={false} width={480} onCancel={close}>
      <Stack>
        <p>
          La copia nace activa y sin taquillas, con el mismo padre, lugar, monedas y responsable de pago, y con los
          límites, productos, multiplicadores, cupos y comisiones propios de {row.name}. Documento, teléfono, correo,
          dirección, usuarios y ventas no se copian.
        </p>
        <ServerFormView form={form}>
          <NameField type="agencia" label="Nombre de la copia" autoFocus />
          <Field name="code" label="Código de la copia">
            <Input maxLength={12} autoComplete="off" className="input-code" />
          </Field>
          <FormActions save="Clonar agencia" onCancel={close} />
        </ServerFormView>
      </Stack>
    </Modal>
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
function copiedText(copied: CloneNotice['copied']): string {
  const said = parts
    .filter(({ key }) => copied[key] > 0)
    .map(({ key, one, many }) => `${formatCount(copied[key])} ${copied[key] === 1 ? one : many}`)
  if (said.length === 0) return 'No tenía configuración propia: la copia hereda todo de su padre, como el original.'
  const last = said.pop()
  return `Se copiaron ${said.length > 0 ? `${said.join(', ')} y ${last}` : last}.`
}

/** After a clone: what came along, said once on the new agency. */
export function CopiedNotice() {
  const state = useLocation().state as Partial<CloneNotice> | null
  if (!state?.copied || !state.copied_from) return null
  return (
    <Alert
      type="success"
      showIcon
      closable
      message={`Copia de ${state.copied_from}. ${copiedText(state.copied)} Revise sus datos y agregue sus taquillas.`}
    />
  )
}
