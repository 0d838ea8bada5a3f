/** The sums under what came and went of money that somebody holds: what there was before, and what there is after. */
import type { z } from 'zod'
import type { heldTotals } from '@contract/accounts.ts'
import { Money } from '@/kit/values/money.tsx'

export const moneySums = {
  below: { balance: 'closing', debit: 'debit', credit: 'credit' },
  count: { of: 'rows', one: 'movimiento', many: 'movimientos' },
  more: ({ opening, currency }: z.output<typeof heldTotals>) => ({
    with_name: (
      <>
        Saldo anterior <Money value={opening} currency={currency} signed clear />
      </>
    ),
  }),
} as const
