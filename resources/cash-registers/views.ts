/** What the address of the register's screen holds. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { currency } from '@contract/values/currency.ts'

/** Of which of several offices, a register other than today's, and the currency being counted. */
export const registerView = z.object({
  office: id.optional(),
  register: id.optional(),
  currency: currency.optional(),
})
