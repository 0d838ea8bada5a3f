/** Choosing a partner of the user's subtree by name, code or ancestor. */
import { partnerTypeLabels, partners, type PartnerOption, type PartnerType } from '@contract/partners.ts'
import { activeFirst, markedName, unknownNames } from '@contract/names.ts'
import { Select } from '../form/select.tsx'
import { useSearched } from '../form/searched.tsx'
import { loadingName } from './names.ts'
import './values.css'

export interface PartnerSelectProps {
  value: number | undefined
  onChange: (id: number | undefined) => void
  /** Only partners of this level. */
  type?: PartnerType
  /** What is chosen is still to be done: who is switched off is not offered. */
  active?: true
  placeholder?: string
  /** Names it where several stand on one screen; the placeholder unless said. */
  label?: string
  /** As wide as its place: among the fields of a dialog. */
  full?: true
  id?: string
}

interface Choice {
  value: number
  label: string
  partner: PartnerOption
}

const choiceOf = (partner: PartnerOption): Choice => ({ value: partner.id, label: markedName(partner), partner })

export function PartnerSelect({
  value,
  onChange,
  type,
  active,
  placeholder = 'Todos los afiliados',
  label = placeholder,
  full,
  id,
}: PartnerSelectProps) {
  const { rows, chosen, naming, select } = useSearched<PartnerOption>(
    partners.options,
    { ...(type && { type }), ...(active && { status: 'activo' }) },
    value,
  )
  const own = chosen.find((one) => one.id === value)
  return (
    <Select<number, Choice>
      {...(id !== undefined && { id })}
      {...select}
      className={full ? 'full' : 'partner-select'}
      aria-label={label}
      showSearch
      allowClear
      placeholder={placeholder}
      value={value ?? null}
      options={activeFirst(rows).map(choiceOf)}
      popupMatchSelectWidth={320}
      // Six of two lines: the usual height would cut one in half.
      listHeight={270}
      labelRender={({ label }) => label ?? (own ? markedName(own) : naming ? loadingName : unknownNames.partner)}
      optionRender={({ data }) => (
        <span className="partner-option stack">
          <span>{markedName(data.partner)}</span>
          <span className="note">
            {[partnerTypeLabels[data.partner.type], data.partner.path].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
      onChange={(next: number | undefined) => onChange(next ?? undefined)}
    />
  )
}
