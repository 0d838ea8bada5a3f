/** Where an affiliate is opened, and what may be made under it. */
import { useNavigation } from '@refinedev/core'
import { useLocation, useNavigate } from 'react-router'
import { firstRole } from '@contract/access/rules.ts'
import { addressOf } from '@contract/address.ts'
import { agencies } from '@contract/agencies.ts'
import { distributors } from '@contract/distributors.ts'
import { fatherTypes, partnerTypes, type PartnerRow } from '@contract/partners.ts'
import { sumsText } from '@contract/values/sums.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { users } from '@contract/users.ts'
import { useCan } from '@providers/session.ts'
import { newText, type NewState } from '@/kit/screen/registry.ts'
import type { RowAction } from '@/kit/table/actions.tsx'

/** What a node says of an affiliate; of the user's own less is known. */
export type Affiliate = Pick<PartnerRow, 'id' | 'name' | 'type'> & Partial<PartnerRow>

/** What may be made under whom. */
const makes = [
  { of: 'distributors', entity: distributors, one: 'distribuidor', under: fatherTypes.distribuidor, returns: false },
  { of: 'agencies', entity: agencies, one: 'agencia', feminine: true, under: fatherTypes.agencia, returns: false },
  { of: 'offices', entity: ticketOffices, one: 'taquilla', feminine: true, under: fatherTypes.taquilla, returns: true },
  { of: 'users', entity: users, one: 'usuario', under: partnerTypes, returns: true },
] as const
type Made = (typeof makes)[number]

export function useAffiliateLinks() {
  const { createUrl, showUrl } = useNavigation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const offices = useCan(ticketOffices.show.access)
  const may = {
    distributors: useCan(distributors.create.access),
    agencies: useCan(agencies.create.access),
    offices: useCan(ticketOffices.create.access),
    users: useCan(users.create.access),
  }
  const hrefOf = ({ id: own, type }: Affiliate) =>
    type === 'distribuidor'
      ? showUrl(distributors.name, own)
      : type === 'agencia'
        ? showUrl(agencies.name, own)
        : type === 'taquilla' && offices
          ? showUrl(ticketOffices.name, own)
          : null
  // What is made without a page of its own leads back to where it hangs.
  const made = (what: Made, { id: own, type }: Affiliate): RowAction => {
    const state: NewState = {
      start: what.entity === users ? { partner_id: own, role: firstRole[type] } : { father_id: own },
      ...(what.returns && { back: addressOf(pathname, { at: own }) }),
    }
    const to = { pathname: createUrl(what.entity.name), search: what.entity === distributors ? search : '' }
    return { key: what.entity.name, label: `${newText(what)} aquí`, onSelect: () => void navigate(to, { state }) }
  }
  const actionsOf = (one: Affiliate): RowAction[] =>
    one.status === 'inactivo'
      ? []
      : makes.filter(({ under, of }) => under.includes(one.type) && may[of]).map((what) => made(what, one))
  return { hrefOf, actionsOf, go: (href: string) => void navigate(href) }
}
export type AffiliateLinks = ReturnType<typeof useAffiliateLinks>

/** What it sold and owes, in words: of the user's own neither is told. */
export function affiliateAmounts({ sold_today, debt }: Affiliate): string[] {
  return [
    ...(sold_today ? [sold_today.length > 0 ? `hoy ${sumsText(sold_today)}` : 'hoy nada'] : []),
    ...(debt && debt.length > 0 ? [`saldo ${sumsText(debt)}`] : []),
  ]
}
