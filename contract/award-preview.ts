/** What a result would do to its draw, or did: who wins, what it costs, and what a person should look at. */
import { z } from 'zod'
import { resultNumber } from './draws.ts'
import { sums } from './values/sums.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

/** What a result would do, or did. `profit` = sold − prizes of the draw. */
export const awardPreview = z.object({
  draw_id: z.number().int(),
  numbers: z.array(resultNumber),
  text: z.string(),
  winning_lines: z.number().int(),
  winning_tickets: z.number().int(),
  by_currency: z.array(
    z.object({ currency, sold: money, prizes: money, profit: money, payout_percent: z.string().nullable() }),
  ),
  by_bet_type: z.array(
    z.object({
      bet_type_id: z.number().int(),
      bet_type_name: z.string(),
      number: z.string(),
      currency,
      lines: z.number().int(),
      stake: money,
      prize: money,
    }),
  ),
  top_tickets: z.array(
    z.object({
      serial: z.string(),
      office_name: z.string(),
      agency_name: z.string(),
      currency,
      stake: money,
      prize: money,
      sold_at: instant,
    }),
  ),
  /** What a person should look at before confirming. */
  anomalies: z.array(
    z.object({
      code: z.enum([
        'repetido',
        'utilidad_negativa',
        'premio_concentrado',
        'ultimo_minuto',
        'numero_bloqueado',
        'resultado_tardio',
        'fuentes_distintas',
        'tickets_pagados',
        'tripletas',
      ]),
      text: z.string(),
    }),
  ),
  /** With a correction: what is undone, what stays paid, and the difference by currency. */
  correction: z
    .object({
      previous_text: z.string(),
      undone_prizes: sums,
      paid_tickets: z.array(
        z.object({ serial: z.string(), office_name: z.string(), currency, paid: money, due: money }),
      ),
    })
    .nullable(),
})
export type AwardPreview = z.infer<typeof awardPreview>
