/** The addresses of the quotas' screens, and what they keep in the URL. */
import { z } from 'zod'
import { screens } from '@contract/access/screens.ts'
import { flag, id, listOf, pageLimits } from '@contract/endpoint.ts'
import { partnerTypes } from '@contract/partners.ts'
import { currency } from '@contract/values/currency.ts'

const base = screens.find((screen) => screen.key === 'quotas')?.path ?? '/'

export const quotaPaths = {
  own: base,
  partner: (partnerId: number) => `${base}/${partnerId}`,
  all: `${base}/all`,
  bets: `${base}/bets`,
  partnerBets: (partnerId: number) => `${base}/bets/${partnerId}`,
} as const

const ids = listOf(z.coerce.number().int().positive()).default([])

/** Filter and page of the list of all quotas; `change` opens the change over them. */
export const quotaFilters = z.object({
  partner_id: id.optional(),
  types: listOf(z.enum(partnerTypes)).default([]),
  product_ids: ids,
  bet_type_ids: ids,
  currencies: listOf(currency).default([]),
  own_only: flag.default(false),
  q: z.string().max(80).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(pageLimits.largest).default(pageLimits.size),
  change: flag.default(false),
})
export type QuotaFilters = z.output<typeof quotaFilters>

/** Filter of the list of configurations. */
export const betsFilters = z.object({
  partner_id: id.optional(),
  type: z.enum(partnerTypes).default('agencia'),
  change: flag.default(false),
})
export type BetsFilters = z.output<typeof betsFilters>
