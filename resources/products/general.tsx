/** Tab *general*: who the product is and how early its draws sell. */
import { InputNumber } from 'antd'
import { useMemo } from 'react'
import { productKindLabels, products, type Product } from '@contract/products.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useReadOnce } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Field, FormActions } from '@/kit/form/fields.tsx'
import { ServerFormView, useServerForm } from '@/kit/form/form.tsx'
import { touched } from './actions.tsx'
import { ProductFields } from './product-fields.tsx'
import { useNewest } from './newest.ts'
import { bodyOf, generalSchema, startOfGeneral } from './values.ts'

export function ProductGeneral({ row }: { row: Product }) {
  const start = useMemo(() => startOfGeneral(row), [row])
  const newest = useNewest(row)
  const read = useReadOnce(products.show)
  const form = useServerForm({
    schema: generalSchema,
    start,
    draft: `product:${row.id}`,
    endpoint: products.update,
    id: row.id,
    args: ({ sale_days_before, ...values }, version) => ({
      params: { id: row.id },
      body: {
        ...bodyOf(newest.get()),
        ...values,
        settings: { ...newest.get().settings, sale_days_before },
        version: version ?? row.version,
      },
    }),
    invalidates: touched,
    startOf: (answer) => startOfGeneral(newest.take(answer)),
    latest: async () => startOfGeneral(newest.take(await read({ params: { id: row.id } }))),
  })
  return (
    <div className="product-general">
      <section className="product-panel" aria-label="Datos del producto">
        <ServerFormView
          form={form}
          display={(field, value) => (field === 'kind' ? productKindLabels[value as Product['kind']] : String(value))}
        >
          <ProductFields>
            <Field name="sale_days_before" hint="0: cada sorteo se vende desde la medianoche de su propio día">
              <InputNumber min={0} max={7} precision={0} />
            </Field>
          </ProductFields>
          <FormActions save="Guardar" />
        </ServerFormView>
      </section>
      <Facts row={row} />
    </div>
  )
}

/** What is known of the product and not written in its form. */
function Facts({ row }: { row: Product }) {
  const { zone } = useSession()
  const facts = [
    {
      label: 'Próximo sorteo',
      value: row.next_draw_at === null ? 'Sin sorteos' : formatInstant(row.next_draw_at, zone),
    },
    { label: 'Sorteos de hoy', value: formatCount(row.draws_today) },
    { label: 'Jugadas', value: formatCount(row.bet_types) },
    { label: 'Símbolos', value: row.symbols ? formatCount(row.symbols) : 'Juega con números' },
    { label: 'Ventas', value: row.has_sales ? 'Ya ha vendido' : 'Aún no ha vendido' },
  ]
  return (
    <aside className="product-panel" aria-label="Resumen del producto">
      <dl className="product-facts">
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
