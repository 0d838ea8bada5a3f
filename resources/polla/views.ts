/** What the addresses of the polla's screens hold. */
import { z } from 'zod'
import { id } from '@contract/endpoint.ts'
import { bySerial } from '@contract/tickets.ts'
import { currency } from '@contract/values/currency.ts'
import { day } from '@contract/values/dates.ts'

/** The round being sold and its currency, the page of today's tickets, and the open ticket. */
export const counterView = z.object({
  round: id.optional(),
  currency: currency.optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  ticket: bySerial.shape.serial.optional(),
})

export const resultsView = z.object({ day: day.optional(), currency: currency.optional() })

export const prizesView = z.object({
  /** The ticket being paid, and the pot whose movements are open. */
  ticket: bySerial.shape.serial.optional(),
  jackpot: id.optional(),
  /** Of the pots on screen. */
  currency: currency.optional(),
})
