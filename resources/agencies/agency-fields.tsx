/** The fields of an agency, the same for a new one and for one that exists. */
import { Form, Input } from 'antd'
import type { Currency } from '@contract/values/currency.ts'
import { Field, FieldSelect } from '@/kit/form/fields.tsx'
import { useFormContext } from '@/kit/form/form.tsx'
import { useCurrencyOptions, useFatherOptions, useMunicipalityOptions, useStateOptions } from './options.ts'
import { useNameCheck } from './name-check.ts'

/** `agencyId` is the one being edited; a new one has none. */
export function AgencyFields({ agencyId }: { agencyId?: number }) {
  const { form } = useFormContext()
  const name = Form.useWatch<string | undefined>('name', form)
  const fathers = useFatherOptions(agencyId)
  const taken = useNameCheck(name, agencyId)
  return (
    <div className="form-grid">
      <Field name="name" label="Nombre" warning={taken}>
        <Input maxLength={80} autoComplete="off" />
      </Field>
      <Field name="code" hint="Único en toda la banca. De 2 a 12 letras, números o guiones.">
        <Input maxLength={12} autoComplete="off" className="agency-code" />
      </Field>
      <Field name="father_id" hint="La banca o el distribuidor del que depende; de él hereda su configuración.">
        <FieldSelect<number> options={fathers.options} loading={fathers.loading} placeholder="Elija el padre" />
      </Field>
      <Field name="currencies">
        <FieldSelect<Currency[]>
          mode="multiple"
          options={useCurrencyOptions()}
          placeholder="Elija las monedas en que vende"
        />
      </Field>
      <PlaceFields />
      <Field name="address">
        <Input maxLength={200} autoComplete="off" />
      </Field>
      <Field name="document">
        <Input maxLength={22} autoComplete="off" placeholder="J-12345678-9" />
      </Field>
      <Field name="phone">
        <Input type="tel" maxLength={20} autoComplete="off" placeholder="0414-1234567" />
      </Field>
      <Field name="email">
        <Input type="email" inputMode="email" maxLength={120} autoComplete="off" />
      </Field>
    </div>
  )
}

/** The municipalities are those of the chosen state: changing it empties the choice. */
function PlaceFields() {
  const { form, onValuesChange } = useFormContext()
  const stateId = Form.useWatch<number | null | undefined>('state_id', form) ?? undefined
  const states = useStateOptions()
  const municipalities = useMunicipalityOptions(stateId)
  const emptyMunicipality = () => {
    form.setFieldValue('municipality_id', undefined)
    onValuesChange({ municipality_id: undefined })
  }
  return (
    <>
      <Field name="state_id">
        <FieldSelect<number>
          options={states.options}
          loading={states.loading}
          placeholder="Elija el estado"
          onChange={emptyMunicipality}
        />
      </Field>
      <Field name="municipality_id" hint={stateId === undefined ? 'Elija antes el estado.' : undefined}>
        <FieldSelect<number>
          options={municipalities.options}
          loading={municipalities.loading}
          disabled={stateId === undefined}
          placeholder="Elija el municipio"
        />
      </Field>
    </>
  )
}
