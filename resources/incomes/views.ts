/** What the addresses of incomes and outcomes at a counter hold. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { currency } from '@contract/values/currency.ts'

/**
 * Of which of several offices, a register other than today's that came back, the currency being written, what outcomes are
 * doing, and the page of what was written.
 */
export const drawerView = z.object({
  office: id.optional(),
  register: id.optional(),
  currency: currency.optional(),
  hace: z.enum(['egreso', 'entrega']).default('egreso'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
