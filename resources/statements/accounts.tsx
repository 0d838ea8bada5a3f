/** The accounts of a statement on screen: a table for each currency, and what is owed to whom. */
import { currencyFacts } from '@contract/values/currency.ts'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { conceptText, stateText, type StatementSheet, type SheetLine } from './sheet.ts'

export function Accounts({ sheet }: { sheet: StatementSheet }) {
  if (sheet.accounts.length === 0)
    return <p>No hubo nada en esta semana: ni saldo anterior, ni ventas, ni pagos. No se debe nada.</p>
  return (
    <>
      {sheet.accounts.map((account) => {
        const money = (value: string | null) =>
          value === null ? null : <Money value={value} currency={account.currency} signed clear />
        return (
          <FigureTable<SheetLine>
            key={account.currency}
            caption={`${currencyFacts[account.currency].name}, ${stateText(account).toLowerCase()}`}
            rows={account.lines}
            rowKey={(_line, n) => n}
            columns={[
              {
                title: 'Concepto',
                text: true,
                render: (line) => (
                  <div style={{ whiteSpace: 'normal', minWidth: 120 }}>
                    <span className={line.concept === 'saldo' ? 'strong' : undefined}>{conceptText(line)}</span>
                    {line.detail !== '' && <div className="note">{line.detail}</div>}
                  </div>
                ),
              },
              { title: 'Monto', render: (line) => money(line.amount) },
              { title: 'Saldo', render: (line) => money(line.balance) },
            ]}
          />
        )
      })}
    </>
  )
}
