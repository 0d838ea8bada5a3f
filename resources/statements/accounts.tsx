/** The accounts of a statement on screen, each currency by itself: a table, or on a phone a line for each amount. */
import type { ReactNode } from 'react'
import { currencyFacts } from '@contract/values/currency.ts'
import type { WeekStatement } from '@contract/statements.ts'
import { FigureTable } from '@/kit/table/figure-table.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { FigureLink } from '@/kit/values/figure-link.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ClosingAnswer } from './answer.tsx'
import { lineLink } from './behind.ts'
import { conceptText, detailText, isStanding, stateText, type SheetLine } from './sheet.ts'

/** An amount stands beside its words, however wide the window is. */
const sheetWidth = 960
const figureWidth = 190

interface OfAccount {
  sheet: WeekStatement
  account: WeekStatement['accounts'][number]
}

export function Accounts({ sheet }: { sheet: WeekStatement }) {
  const Shown = usePhone() ? Lines : Table
  if (sheet.accounts.length === 0)
    return <p>No hubo nada en esta semana: ni saldo anterior, ni ventas, ni pagos. No se debe nada.</p>
  return (
    <>
      {sheet.accounts.map((account) => (
        <div key={account.currency} className="stack gap-sm" style={{ maxWidth: sheetWidth }}>
          <Shown sheet={sheet} account={account} />
          {account.told && <ClosingAnswer row={account.told} />}
        </div>
      ))}
    </>
  )
}

const captionOf = ({ account }: OfAccount) =>
  `${currencyFacts[account.currency].name}, ${stateText(account).toLowerCase()}`

function Words({ line }: { line: SheetLine }) {
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <span className={line.concept === 'saldo' ? 'strong' : undefined}>{conceptText(line)}</span>
      {line.detail !== '' && <div className="note">{detailText(line)}</div>}
    </div>
  )
}

/** What a line comes to, with the way to what is behind it; of one that moves nothing, what stands there. */
function Figure({ sheet, account, line, children }: OfAccount & { line: SheetLine; children: ReactNode }) {
  return (
    <FigureLink
      to={lineLink(sheet, account.currency, line)}
      of={`${conceptText(line).toLowerCase()} ${line.detail}`.trim()}
      rows="lo que hay detrás de"
    >
      {children}
    </FigureLink>
  )
}

function Table({ sheet, account }: OfAccount) {
  const { currency } = account
  const ownOf = (line: SheetLine) => <Money value={line.balance} currency={currency} signed clear />
  const standing = (line: SheetLine) =>
    line.concept === 'saldo' ? (
      <span className="strong">{ownOf(line)}</span>
    ) : isStanding(line) ? (
      <Figure sheet={sheet} account={account} line={line}>
        {ownOf(line)}
      </Figure>
    ) : (
      ownOf(line)
    )
  return (
    <FigureTable<SheetLine>
      whole
      caption={captionOf({ sheet, account })}
      rows={account.lines}
      rowKey={(_line, n) => n}
      columns={[
        { title: 'Concepto', text: true, render: (line) => <Words line={line} /> },
        {
          title: 'Monto',
          width: figureWidth,
          render: (line) =>
            line.amount !== null && (
              <Figure sheet={sheet} account={account} line={line}>
                <Money value={line.amount} currency={currency} clear />
              </Figure>
            ),
        },
        { title: 'Saldo', width: figureWidth, render: standing },
      ]}
    />
  )
}

/** What moves the balance, and the balance where it stands. */
function Lines({ sheet, account }: OfAccount) {
  const caption = captionOf({ sheet, account })
  return (
    <section className="stack gap-xxs" aria-label={caption}>
      <p className="strong small">{caption}</p>
      <ul className="plain-list lined surface">
        {account.lines.map((line, n) => (
          <li key={n} className="line gap-xs between" style={{ padding: '8px 12px' }}>
            <Words line={line} />
            <span className={line.concept === 'saldo' ? 'strong nowrap' : 'nowrap'}>
              <Figure sheet={sheet} account={account} line={line}>
                <Money
                  value={isStanding(line) ? line.balance : line.amount}
                  currency={account.currency}
                  signed={isStanding(line)}
                  clear
                />
              </Figure>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
