/** What the board of numbers keeps in its URL. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { currency } from '@contract/values/currency.ts'
import { day } from '@contract/values/dates.ts'
import { boardSigns, boardSorts } from './board.ts'

export const blockState = z.object({
  /** Today when missing. */
  day: day.optional(),
  product_id: id.optional(),
  /** Alone it is enough: a draw knows its product and day. */
  draw: id.optional(),
  bet_type_id: id.optional(),
  currency: currency.optional(),
  partner_id: id.optional(),
  sign: z.enum(boardSigns).default('ARI'),
  order: z.enum(boardSorts).default('numero'),
  /** The hundred that fills the board, of a thousand. */
  hundred: z.string().regex(/^\d$/).optional(),
  number: z.string().max(40).optional(),
})
export type BlockState = z.output<typeof blockState>
