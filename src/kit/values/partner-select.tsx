/** Choosing a partner of the user's subtree by name, code or ancestor. */
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { partnerTypeLabels, partners, type PartnerOption, type PartnerType } from '@contract/partners.ts'
import { fold } from '@contract/values/text.ts'
import { useCall } from '@providers/queries.ts'
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
  /** What a search compares: without case or accents. */
  folded: string
}

function choiceOf(partner: PartnerOption): Choice {
  return {
    value: partner.id,
    label: partner.name,
    partner,
    folded: fold(`${partner.name} ${partner.code} ${partner.path}`),
  }
}

/** The tree is asked for when the list first opens, or when there is a value to name. */
export function PartnerSelect({
  value,
  onChange,
  type,
  placeholder = 'Todos los afiliados',
  label = placeholder,
  id,
}: PartnerSelectProps) {
  const [opened, setOpened] = useState(false)
  const query = useCall(partners.options, { query: type ? { type } : {} }, { enabled: opened || value !== undefined })
  const choices = useMemo(() => (query.data?.data ?? []).map(choiceOf), [query.data])
  return (
    <Select<number, Choice>
      {...(id !== undefined && { id })}
      className="partner-select"
      aria-label={label}
      showSearch
      allowClear
      placeholder={placeholder}
      value={value ?? null}
      options={choices}
      loading={query.isFetching}
      popupMatchSelectWidth={320}
      onOpenChange={(open) => open && setOpened(true)}
      filterOption={(typed, choice) => choice?.folded.includes(fold(typed)) ?? false}
      notFoundContent={<NotFound loading={query.isPending && opened} failed={query.isError} />}
      optionRender={({ data }) => (
        <span className="partner-option stack">
          <span className="cut">{data.partner.name}</span>
          <span className="cut note">
            {[partnerTypeLabels[data.partner.type], data.partner.path].filter(Boolean).join(' · ')}
          </span>
        </span>
      )}
      onChange={(chosen: number | undefined) => onChange(chosen ?? undefined)}
    />
  )
}

function NotFound({ loading, failed }: { loading: boolean; failed: boolean }) {
  if (loading) return <span role="status">Cargando…</span>
  return <span role="status">{failed ? 'No se pudo cargar la lista.' : 'Ningún afiliado coincide.'}</span>
}
