/** Who a product is: its name, kind, zone and place in the lists. */
import { Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { productKindLabels, productKinds } from '@contract/products.ts'
import { Field, FieldSelect } from '@/kit/form/fields.tsx'
import { zoneName } from './values.ts'

const kinds = productKinds.map((value) => ({ value, label: productKindLabels[value] }))
/** Those of the business first: the rest are there for whoever plays a foreign draw. */
const usualZones = ['America/Caracas', 'America/Panama', 'America/Bogota', 'America/Santo_Domingo']
const zones = [...new Set([...usualZones, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
  value,
  label: `${zoneName(value)} · ${value}`,
}))

export function ProductFields({ children }: { children?: ReactNode }) {
  return (
    <div className="form-grid">
      <Field name="name">
        <Input autoComplete="off" maxLength={60} />
      </Field>
      <Field name="code" hint="Letras, números y guiones bajos">
        <Input autoComplete="off" maxLength={30} className="product-code" />
      </Field>
      <Field name="kind">
        <FieldSelect options={kinds} />
      </Field>
      <Field name="zone" hint="Las horas del horario son de esta zona">
        <FieldSelect options={zones} />
      </Field>
      <Field name="position" hint="Los menores salen primero">
        <InputNumber min={0} max={999} precision={0} />
      </Field>
      {children}
    </div>
  )
}
