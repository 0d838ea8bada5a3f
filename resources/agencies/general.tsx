/** Tab *general* of an agency: its data, editable where the row allows it. */
import { Alert } from 'antd'
import { useMemo } from 'react'
import { agencies, agencyForm, type AgencyRow } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { call } from '@providers/http.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form.tsx'
import { AgencyFields } from './agency-fields.tsx'
import { useFatherOptions, useStateOptions } from './options.ts'
import { startOfAgency } from './values.ts'

/** A new version of the row replaces what the form shows, unless something was changed in it. */
export function AgencyGeneral({ row }: { row: AgencyRow }) {
  const editable = row.actions.includes('update')
  const start = useMemo(() => startOfAgency(row), [row])
  const form = useServerForm({
    schema: agencyForm,
    start,
    draft: `agency:${row.id}`,
    endpoint: agencies.update,
    args: (values, version) => ({ params: { id: row.id }, body: { ...values, version: version ?? row.version } }),
    invalidates: [agencies, partners],
    startOf: startOfAgency,
    latest: async () => startOfAgency(await call(agencies.show, { params: { id: row.id } })),
  })
  const display = useDisplay(row.id)
  return (
    <div className="agency-general">
      <section className="agency-panel" aria-label="Datos de la agencia">
        {!editable && <Alert className="agency-notice" type="info" showIcon message="Su usuario puede ver esta agencia, no cambiarla." />}
        <ServerFormView form={form} disabled={!editable} display={display}>
          <AgencyFields agencyId={row.id} />
          {editable && <FormActions save="Guardar" />}
        </ServerFormView>
      </section>
      <AgencyFacts row={row} />
    </div>
  )
}

/** The name behind an id, for the panel of differences. */
function useDisplay(agencyId: number) {
  const fathers = useFatherOptions(agencyId).options
  const states = useStateOptions().options
  return (field: string, value: unknown) => {
    const options = field === 'father_id' ? fathers : field === 'state_id' ? states : []
    return options.find((one) => one.value === value)?.label ?? (Array.isArray(value) ? value.join(', ') : String(value))
  }
}

/** What is known of the agency and not written in its form. */
function AgencyFacts({ row }: { row: AgencyRow }) {
  const { zone } = useSession()
  const facts = [
    { label: 'Última venta', value: row.last_sale_at === null ? 'Nunca' : formatInstant(row.last_sale_at, zone) },
    { label: 'Taquillas', value: formatCount(row.offices) },
    { label: 'Responsable de pago', value: row.payments_responsible_name },
    { label: 'Creada', value: formatInstant(row.created_at, zone) },
  ]
  return (
    <aside className="agency-panel agency-facts" aria-label="Resumen de la agencia">
      <dl>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
