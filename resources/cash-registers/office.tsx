/** For which of its offices an agency's administrator works: chosen in the header, kept in the address. */
import { partners } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'

interface Acting {
  /** Undefined while nobody chose. */
  office_id: number | undefined
  /** There is one to choose. */
  several: boolean
  none: boolean
}

/** A seller has one; an agency's only one needs no choice. */
export function useActingOffice(chosen: number | undefined): Acting & { pending: boolean; error: unknown } {
  const { partner_type, partner_id } = useSession()
  const own = partner_type === 'taquilla'
  const { data, isPending, error } = useCall(
    partners.options,
    { query: { type: 'taquilla', status: 'activo' } },
    { enabled: !own },
  )
  if (own) return { office_id: partner_id, several: false, none: false, pending: false, error: null }
  const offices = data?.data ?? []
  const only = offices.length === 1 ? offices[0]!.id : undefined
  return {
    office_id: chosen ?? only,
    several: offices.length > 1,
    none: offices.length === 0,
    pending: isPending,
    error,
  }
}

export function OfficeSelect({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  return (
    <PartnerSelect
      type="taquilla"
      active
      label="Taquilla"
      placeholder="Elija la taquilla"
      value={value}
      onChange={onChange}
    />
  )
}
