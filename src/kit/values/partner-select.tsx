/** Choosing a partner of the user's subtree by name, code or ancestor. */
import { Select } from 'antd'
import { partnerTypeLabels, partners, type PartnerOption, type PartnerType } from '@contract/partners.ts'
import { useSearched } from '../form/searched.tsx'
import './values.css'

export interface PartnerSelectProps {
  value: number | undefined
  onChange: (id: number | undefined) => void
  /** Only partners of this level. */
  type?: PartnerType
  placeholder?: string
  /** Names it where several stand on one screen; the placeholder unless said. */
  label?: string
  id?: string
}

interface Choice {
  value: number
  label: string
  partner: PartnerOption
}

const choiceOf = (partner: PartnerOption): Choice => ({ value: partner.id, label: partner.name, partner })

export function PartnerSelect({
  value,
  onChange,
  type,
  placeholder = 'Todos los afiliados',
  label = placeholder,
  id,
}: PartnerSelectProps) {
  const { rows, chosen, naming, select } = useSearched<PartnerOption>(partners.options, type ? { type } : {}, value)
  const name = chosen.find((one) => one.id === value)?.name
  return (
    <Select<number, Choice>
      {...(id !== undefined && { id })}
      {...select}
      className="partner-select"
      aria-label={label}
      showSearch
      allowClear
      placeholder={placeholder}
      value={value ?? null}
      options={rows.map(choiceOf)}
      popupMatchSelectWidth={320}
      // Six of two lines: the usual height would cut one in half.
      listHeight={270}
      labelRender={({ label, value: own }) => label ?? name ?? (naming ? '…' : own)}
      optionRender={({ data }) => (
        <span className="partner-option stack">
          <span>{data.partner.name}</span>
          <span className="note">
            {[partnerTypeLabels[data.partner.type], data.partner.path].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
      onChange={(next: number | undefined) => onChange(next ?? undefined)}
    />
  )
}
