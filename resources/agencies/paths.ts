/** The addresses of the agencies' screens, and what they keep in the URL. */
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { id } from '@contract/endpoint.ts'
import { status } from '@contract/partners.ts'
import { currency } from '@contract/values/currency.ts'

const base = screens.find((screen) => screen.key === 'agencies')?.path ?? '/'

export const agencyPaths = {
  list: base,
  create: `${base}/create`,
  general: (agencyId: number) => `${base}/${agencyId}/general`,
  bets: (agencyId: number) => `${base}/${agencyId}/bets`,
} as const

/** Filters of the list. */
export const agencyFilters = z.object({
  status: status.optional(),
  partner_id: id.optional(),
  state_id: id.optional(),
  currency: currency.optional(),
})
export type AgencyFilters = z.output<typeof agencyFilters>

/** Dialogs over the list or over one agency: the agency's id opens them. */
export const agencyDialogs = z.object({ clone: id.optional(), responsible: id.optional() })
