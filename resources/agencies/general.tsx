/** Tab *general* of an agency: its data, editable where the row allows it. */
import { Alert } from 'antd'
import { useMemo } from 'react'
import { agencies, agencyForm, agencyRow, type AgencyRow } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { FormActions } from '@/kit/form/fields.tsx'
import { titleOf } from '@contract/field.ts'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { AgencyFields } from './agency-fields.tsx'
import { useFatherOptions, useStateOptions } from './options.ts'
import { startOfAgency } from './values.ts'

export function AgencyGeneral({ row }: { row: AgencyRow }) {
  return (
    <div className="agency-general">
      <section className="agency-panel" aria-label="Datos de la agencia">
        {row.actions.includes('update') ? <AgencyForm row={row} /> : <AgencyData row={row} />}
      </section>
      <AgencyFacts row={row} />
    </div>
  )
}

/** A newer version of the row replaces what the form shows; what was changed in it stays. */
function AgencyForm({ row }: { row: AgencyRow }) {
  const start = useMemo(() => startOfAgency(row), [row])
  const read = useReadOnce(agencies.show)
  const form = useServerForm({
    schema: agencyForm,
    start,
    draft: `agency:${row.id}`,
    endpoint: agencies.update,
    id: row.id,
    args: (values, version) => ({ params: { id: row.id }, body: { ...values, version: version ?? row.version } }),
    invalidates: [agencies, partners],
    startOf: startOfAgency,
    latest: async () => startOfAgency(await read({ params: { id: row.id } })),
  })
  const display = useDisplay(row.id)
  return (
    <ServerFormView form={form} display={display}>
      <AgencyFields agencyId={row.id} />
      <FormActions save="Guardar" />
    </ServerFormView>
  )
}

const readFields = [
  'name',
  'code',
  'father_name',
  'state_name',
  'municipality_name',
  'address',
  'document',
  'phone',
  'email',
] as const

/** The same data for those who may not change it: text, not fields that do not answer. */
function AgencyData({ row }: { row: AgencyRow }) {
  const facts = readFields.map((key) => ({ label: titleOf(agencyRow.shape[key]) ?? key, value: row[key] || '—' }))
  const sold = row.currencies.map((code) => currencyFacts[code].name).join(', ')
  return (
    <>
      <Alert
        className="agency-notice"
        type="info"
        showIcon
        message="Su usuario puede ver esta agencia, no cambiarla."
      />
      <FactList facts={[...facts, { label: 'Monedas', value: sold }]} />
    </>
  )
}

/** The name behind an id, for the panel of differences. */
function useDisplay(agencyId: number) {
  const fathers = useFatherOptions(agencyId).options
  const states = useStateOptions().options
  return (field: string, value: unknown) => {
    const options = field === 'father_id' ? fathers : field === 'state_id' ? states : []
    return (
      options.find((one) => one.value === value)?.label ?? (Array.isArray(value) ? value.join(', ') : String(value))
    )
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
      <FactList facts={facts} />
    </aside>
  )
}

function FactList({ facts }: { facts: readonly { label: string; value: string }[] }) {
  return (
    <dl className="agency-fact-list">
      {facts.map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
