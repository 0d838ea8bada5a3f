/** Name and document of a partner. Are they taken? Asked while the person types, so that saving does not have to say it. */
import { Form, Input } from 'antd'
import { looksOf, titleOf } from '@contract/field.ts'
import { partnerFields } from '@contract/partner-fields.ts'
import { partners, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { Field } from '@/kit/form/fields.tsx'
import { useFormContext } from '@/kit/form/form.tsx'
import { useSettled } from '@/kit/form/typing.tsx'

type NamedType = Exclude<PartnerType, 'banca'>

const words = { name: 'el nombre', document: 'el documento' }

/** The sentence to show under the field, or null. `own` is the one being edited, which may keep what it has. */
function useTakenCheck(field: keyof typeof words, type: NamedType, own: number | undefined): string | null {
  const { form } = useFormContext()
  const written = (Form.useWatch<string | undefined>(field, form) ?? '').trim()
  const settled = useSettled(written)
  const checkable = settled !== '' && partnerFields[field].safeParse(settled).success
  const result = useCall(
    partners.invalidNames,
    { query: { type, [field]: settled, ...(own !== undefined && { exclude_id: own }) } },
    { enabled: checkable },
  )
  const taken = checkable && settled === written && (result.data?.data.length ?? 0) > 0
  const one = `${type === 'distribuidor' ? 'un' : 'una'} ${partnerTypeLabels[type].toLowerCase()}`
  return taken ? `Ya existe ${one} con ${words[field]} «${settled}».` : null
}

interface TakenFieldProps {
  type: NamedType
  /** The one being edited; a new one has none. */
  id?: number
  label?: string
  autoFocus?: boolean
}

export function DocumentField({ type, id }: Pick<TakenFieldProps, 'type' | 'id'>) {
  const { longest, placeholder } = looksOf(partnerFields.document)
  return (
    <Field name="document" label={titleOf(partnerFields.document)} warning={useTakenCheck('document', type, id)}>
      <Input maxLength={longest} placeholder={placeholder} autoComplete="off" />
    </Field>
  )
}

export function NameField({ type, id, label = 'Nombre', autoFocus = false }: TakenFieldProps) {
  const taken = useTakenCheck('name', type, id)
  return (
    <Field name="name" label={label} warning={taken}>
      <Input autoComplete="off" autoFocus={autoFocus} />
    </Field>
  )
}
