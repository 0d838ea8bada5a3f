/** A new agency, in a drawer over the list. */
import { Drawer } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { agencies, agencyForm } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { useSession } from '@providers/session.ts'
import { Field, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { AgencyFields } from './agency-fields.tsx'
import { agencyPaths } from './paths.ts'
import { StatusRadio } from './status-radio.tsx'

/** Closing goes back to the list as it was filtered; creating opens the new agency. */
export function CreateAgency() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { currency, partner_type, partner_id } = useSession()
  const start = useMemo(
    () => ({
      values: {
        status: 'activo',
        currencies: [currency],
        ...(partner_type === 'distribuidor' && { father_id: partner_id }),
      },
    }),
    [currency, partner_type, partner_id],
  )
  const form = useServerForm({
    schema: agencyForm,
    start,
    draft: 'agency:new',
    endpoint: agencies.create,
    args: (values) => ({ body: values }),
    invalidates: [agencies, partners],
    onSaved: (row) => void navigate(agencyPaths.general(row.id)),
  })
  const close = () => void navigate({ pathname: agencyPaths.list, search })
  return (
    <Drawer
      open
      width={640}
      title="Nueva agencia"
      onClose={close}
      maskClosable={false}
      afterOpenChange={(open) => {
        if (open) form.form.focusField('name')
      }}
    >
      <ServerFormView form={form}>
        <AgencyFields />
        <Field name="status">
          <StatusRadio />
        </Field>
        <p className="sorteo-muted agency-after">
          Nace con los límites, productos, cupos y comisiones que hereda de su padre; después se ajustan en la agencia.
        </p>
        <FormActions save="Crear agencia" onCancel={close} always />
      </ServerFormView>
    </Drawer>
  )
}
