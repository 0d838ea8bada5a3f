/** An amount that counts as sold; of what was annulled or returned it is struck: listed, and not added up. */
import type { Currency } from '@contract/values/currency.ts'
import { Money } from '@/kit/values/money.tsx'

const out: ReadonlySet<string> = new Set(['anulado', 'devuelto', 'anulada', 'devuelta'])

export function CountedMoney({ value, currency, state }: { value: string; currency: Currency; state: string }) {
  return (
    <span className={out.has(state) ? 'sorteo-muted struck' : undefined}>
      <Money value={value} currency={currency} clear />
    </span>
  )
}
