/** Active or not, as a field of a form. */
import { Radio } from 'antd'
import { statusLabels, statuses } from '@contract/partners.ts'

interface StatusRadioProps {
  value?: (typeof statuses)[number]
  onChange?: (value: (typeof statuses)[number]) => void
  id?: string
}

export function StatusRadio({ value, onChange, id }: StatusRadioProps) {
  return (
    <Radio.Group
      {...(id && { id })}
      value={value}
      onChange={(event) => onChange?.(event.target.value as (typeof statuses)[number])}
    >
      {statuses.map((status) => (
        <Radio key={status} value={status}>
          {statusLabels[status]}
        </Radio>
      ))}
    </Radio.Group>
  )
}
