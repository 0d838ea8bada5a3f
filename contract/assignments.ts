/** Passing what a partner owes from one creditor to another: what it starts from, what is asked, and what it leaves. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, id } from './endpoint.ts'
import { field } from './field.ts'
import { motive } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { money, positiveAmount } from './values/money.ts'

const owedTo = z.object({
  id: z.number().int(),
  name: field(z.string(), 'Acreedor'),
  code: z.string(),
  /** It owes it this week's result. */
  is_current: z.boolean(),
  /** It, whom it owes this week, and so on up to the banca. */
  line: z.array(z.number().int()),
  /** Closed weeks less payments; below zero it is owed to the partner. */
  owed: field(money, 'Le debe', { signed: true }),
  /** What the creditor owes itself; the banca owes nobody. */
  debt: money.nullable(),
})
const assignable = z.object({
  /** Of the partner itself: no assignment changes it. */
  debt: money,
  data: z.array(owedTo),
})
export type Assignable = z.infer<typeof assignable>

const partner_id = field(id, 'Afiliado')

const assignableQuery = z.object({
  partner_id,
  currency: field(currency.default('BS'), 'Moneda'),
  /** Told as well, though nothing is owed to it yet. */
  to_id: field(id.optional(), 'Pasa a'),
})

const assignBody = z
  .object({
    partner_id,
    currency: field(currency, 'Moneda'),
    from_id: field(id, 'Se le debe a'),
    to_id: field(id, 'Pasa a'),
    amount: field(positiveAmount, 'Monto'),
    /** What was seen to be owed to the first one: whatever changed meanwhile refuses. */
    owed: field(money, 'Le debe'),
    reason: field(motive(200), 'Motivo'),
  })
  .refine(({ from_id, to_id }) => from_id !== to_id, { path: ['to_id'], message: 'Elija otro acreedor' })

/** The banca's calls, below `base`. */
export const assignments = (base: string) => ({
  assignable: endpoint({
    method: 'GET',
    path: `${base}/assign`,
    access: rules.banca,
    query: assignableQuery,
    response: assignable,
    summary: 'A quién le debe un afiliado y cuánto, y lo que debe cada uno de ellos',
  }),
  assign: endpoint({
    method: 'POST',
    path: `${base}/assign`,
    access: rules.banca,
    moves_money: true,
    body: assignBody,
    response: assignable,
    summary: 'Pasa lo que un afiliado le debe a un acreedor, o lo que este le debe, a otro, con su motivo',
  }),
})
