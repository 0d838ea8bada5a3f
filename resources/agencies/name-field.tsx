/** The name of an agency. Is it taken? Asked while the person types, so that saving does not have to say it. */
import { Form, Input } from 'antd'
import { agencyForm } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { Field } from '@/kit/form/fields.tsx'
import { useFormContext } from '@/kit/form/form.tsx'
import { useSettled } from '@/kit/form/typing.tsx'

/** The sentence to show under the name, or null. `own` is the agency being edited, which may keep its name. */
function useNameCheck(name: string | undefined, own: number | undefined): string | null {
  const settled = useSettled((name ?? '').trim())
  const checkable = agencyForm.shape.name.safeParse(settled).success
  const result = useCall(
    partners.invalidNames,
    { query: { type: 'agencia', name: settled, ...(own !== undefined && { exclude_id: own }) } },
    { enabled: checkable },
  )
  const taken = checkable && settled === (name ?? '').trim() && (result.data?.data.length ?? 0) > 0
  return taken ? `Ya existe una agencia llamada «${settled}».` : null
}

interface NameFieldProps {
  /** The agency being edited; a new one has none. */
  id?: number
  label?: string
  autoFocus?: boolean
}

export function NameField({ id, label = 'Nombre', autoFocus = false }: NameFieldProps) {
  const { form } = useFormContext()
  const taken = useNameCheck(Form.useWatch<string | undefined>('name', form), id)
  return (
    <Field name="name" label={label} warning={taken}>
      <Input maxLength={80} autoComplete="off" autoFocus={autoFocus} />
    </Field>
  )
}
