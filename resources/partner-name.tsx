/** The name of a partner. Is it taken? Asked while the person types, so that saving does not have to say it. */
import { Form, Input } from 'antd'
import { partnerFields } from '@contract/partner-fields.ts'
import { partners, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { Field } from '@/kit/form/fields.tsx'
import { useFormContext } from '@/kit/form/form.tsx'
import { useSettled } from '@/kit/form/typing.tsx'

type NamedType = Exclude<PartnerType, 'banca'>

/** The sentence to show under the name, or null. `own` is the one being edited, which may keep its name. */
function useNameCheck(type: NamedType, name: string | undefined, own: number | undefined): string | null {
  const settled = useSettled((name ?? '').trim())
  const checkable = partnerFields.name.safeParse(settled).success
  const result = useCall(
    partners.invalidNames,
    { query: { type, name: settled, ...(own !== undefined && { exclude_id: own }) } },
    { enabled: checkable },
  )
  const taken = checkable && settled === (name ?? '').trim() && (result.data?.data.length ?? 0) > 0
  const one = `${type === 'distribuidor' ? 'un' : 'una'} ${partnerTypeLabels[type].toLowerCase()}`
  return taken ? `Ya existe ${one} con el nombre «${settled}».` : null
}

interface NameFieldProps {
  type: NamedType
  /** The one being edited; a new one has none. */
  id?: number
  label?: string
  autoFocus?: boolean
}

export function NameField({ type, id, label = 'Nombre', autoFocus = false }: NameFieldProps) {
  const { form } = useFormContext()
  const taken = useNameCheck(type, Form.useWatch<string | undefined>('name', form), id)
  return (
    <Field name="name" label={label} warning={taken}>
      <Input maxLength={80} autoComplete="off" autoFocus={autoFocus} />
    </Field>
  )
}
