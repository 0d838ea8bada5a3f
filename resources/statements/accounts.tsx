/** The accounts of a statement on screen, each currency by itself: a table, or on a phone a line for each amount. */
import { currencyFacts } from '@contract/values/currency.ts'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { Money } from '@/kit/values/money.tsx'
import { conceptText, isStanding, stateText, type SheetLine, type StatementSheet } from './sheet.ts'

type Account = StatementSheet['accounts'][number]

export function Accounts({ sheet }: { sheet: StatementSheet }) {
  const Shown = usePhone() ? Lines : Table
  if (sheet.accounts.length === 0)
    return <p>No hubo nada en esta semana: ni saldo anterior, ni ventas, ni pagos. No se debe nada.</p>
  return (
    <>
      {sheet.accounts.map((account) => (
        <Shown key={account.currency} account={account} />
      ))}
    </>
  )
}

const captionOf = (account: Account) => `${currencyFacts[account.currency].name}, ${stateText(account).toLowerCase()}`

function Words({ line }: { line: SheetLine }) {
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <span className={line.concept === 'saldo' ? 'strong' : undefined}>{conceptText(line)}</span>
      {line.detail !== '' && <div className="note">{line.detail}</div>}
    </div>
  )
}

function Table({ account }: { account: Account }) {
  const money = (value: string | null, signed = false) =>
    value === null ? null : <Money value={value} currency={account.currency} signed={signed} clear />
  return (
    <FigureTable<SheetLine>
      caption={captionOf(account)}
      rows={account.lines}
      rowKey={(_line, n) => n}
      columns={[
        { title: 'Concepto', text: true, render: (line) => <Words line={line} /> },
        { title: 'Monto', render: (line) => money(line.amount) },
        { title: 'Saldo', render: (line) => money(line.balance, true) },
      ]}
    />
  )
}

/** What moves the balance, and the balance where it stands. */
function Lines({ account }: { account: Account }) {
  const caption = captionOf(account)
  return (
    <section className="stack gap-xxs" aria-label={caption}>
      <p className="strong small">{caption}</p>
      <ul className="plain-list lined surface">
        {account.lines.map((line, n) => (
          <li key={n} className="line gap-xs between" style={{ padding: '8px 12px' }}>
            <Words line={line} />
            <span className={line.concept === 'saldo' ? 'strong nowrap' : 'nowrap'}>
              <Money
                value={isStanding(line) ? line.balance : line.amount}
                currency={account.currency}
                signed={isStanding(line)}
                clear
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
