/** A product's own data: who it is, and how many days ahead it is sold, which is one of its settings. */
import { productForm, saleDaysBefore, type Product, type ProductForm, type products } from '@contract/products.ts'
import type { AskedForm } from '@/kit/screen/record-form.tsx'
import { RecordGeneral } from '@/kit/screen/record-page.tsx'
import type { Registry } from '@/kit/screen/registry.ts'
import { productBody, identity } from './product-part.ts'

const asked: AskedForm<typeof products> = {
  schema: productForm.pick(identity).extend({ sale_days_before: saleDaysBefore }),
  startOf: ({ code, name, kind, zone, position, settings, version }) => ({
    values: { code, name, kind, zone, position, sale_days_before: settings.sale_days_before },
    version,
  }),
  bodyOf: (row, { sale_days_before = row.settings.sale_days_before, ...values }) => ({
    ...productBody(row),
    ...values,
    settings: { ...row.settings, sale_days_before } as ProductForm['settings'],
  }),
}

export function ProductGeneral({ screen, row }: { screen: Registry<typeof products>; row: Product }) {
  return <RecordGeneral screen={screen} row={row} asked={asked} />
}
