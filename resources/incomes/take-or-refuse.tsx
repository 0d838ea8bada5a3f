/** What somebody gave and nobody accepted, decided above the counters: of an office, or of a fund of the agency's own. */
import { cashRegisters } from '@contract/cash-registers.ts'
import { incomes, type IncomeRow } from '@contract/incomes.ts'
import { formatMoney } from '@contract/values/money.ts'
import { Facts } from '@/kit/page/facts.tsx'
import { RecordMoves } from '@/kit/screen/record-moves.tsx'

/** What `RecordMoves` asks of a screen. */
const deciding = { entity: incomes, said: { name: amountOfRow, facts: [], touches: [cashRegisters] } } as never

/** What was given to an office, or to a fund of the agency's own, at which nobody stands at a counter: accepted or refused here. */
export function TakeOrRefuse({ row }: { row: IncomeRow }) {
  return (
    <RecordMoves
      screen={deciding}
      row={row}
      keys={{ accept: 'F9', refuse: 'F4' }}
      evidence={
        <Facts
          layout="lines"
          facts={[
            { label: 'Entregó', value: row.pair_name },
            { label: 'Recibe', value: row.office_name },
            { label: 'Monto', value: <strong>{formatMoney(row.amount, row.currency, true)}</strong> },
          ]}
        />
      }
      effectsOf={() => []}
      undecided={null}
      onEdit={() => undefined}
    />
  )
}

function amountOfRow({ pair_name, amount, currency }: IncomeRow): string {
  return [pair_name, formatMoney(amount, currency, true)].filter(Boolean).join(', ')
}
