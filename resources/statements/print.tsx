/** Statements on paper, each partner's on sheets of its own. */
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import type { SessionUser } from '@contract/session.ts'
import { serverNow } from '@providers/session.ts'
import { printInFrame } from '@/kit/page/print-frame.ts'
import { conceptText, detailText, lineAmount, stateText, weekText, type StatementSheet } from './sheet.ts'

/** Its own rules: the frame has no others, and paper is black on white. */
const rules = `
@page { size: A4; margin: 12mm; @bottom-right { content: 'Página ' counter(page) ' de ' counter(pages); font: 9px sans-serif } }
html, body { margin: 0; background: #fff; color: #000; font: 12px/1.35 sans-serif; font-variant-numeric: tabular-nums }
section + section { break-before: page }
header { display: flex; gap: 12px; align-items: center; border-bottom: 1px solid #999; padding-bottom: 6px }
header img { max-height: 48px }
h1, h2, p { margin: 0 } h1 { font-size: 16px } h2 { font-size: 13px; margin-top: 12px }
/* A frame without a document type of its own would give tables a size of theirs. */
table { font: inherit; color: inherit; width: 100%; border-collapse: collapse; margin-top: 4px }
th, td { padding: 3px 6px; border-bottom: 1px solid #bbb; text-align: right; vertical-align: top; white-space: nowrap }
:is(th, td):nth-child(-n + 2) { text-align: left } td:nth-child(2) { white-space: normal; width: 100%; color: #444 }
th:nth-child(n + 3) { min-width: 26mm } tr { break-inside: avoid } .total td { font-weight: 600; color: #000 }
footer { margin-top: 8px; color: #444; font-size: 9px }`

type Reader = Pick<SessionUser, 'banca_name' | 'banca_logo' | 'name' | 'zone'>

export function printStatements(sheets: readonly StatementSheet[], reader: Reader): void {
  const at = formatInstant(serverNow().toISOString(), reader.zone)
  const [one, ...more] = sheets
  printInFrame({
    frame: 'Impresión de estados de cuenta',
    title: one && more.length === 0 ? `Estado de cuenta, ${one.name}` : 'Estados de cuenta',
    width: '186mm',
    rules: () => rules,
    body: sheets.map((sheet) => (
      <Printed key={`${sheet.partner_id}:${sheet.week}`} sheet={sheet} reader={reader} at={at} />
    )),
  })
}

function Printed({ sheet, reader, at }: { sheet: StatementSheet; reader: Reader; at: string }) {
  return (
    <section>
      <header>
        {reader.banca_logo && <img src={reader.banca_logo} alt="" />}
        <div>
          <p>{reader.banca_name} · Estado de cuenta</p>
          <h1>
            {sheet.name} <small>{sheet.code}</small>
          </h1>
          <p>{weekText(sheet.week)}</p>
        </div>
      </header>
      {sheet.accounts.length === 0 && <p>No hubo nada en esta semana.</p>}
      {sheet.accounts.map((account) => (
        <div key={account.currency}>
          <h2>
            {currencyFacts[account.currency].name}, {stateText(account).toLowerCase()}
          </h2>
          <table>
            <thead>
              <tr>
                <th>Concepto</th>
                <th>Detalle</th>
                <th>Monto</th>
                <th>Saldo</th>
              </tr>
            </thead>
            <tbody>
              {account.lines.map((line, n) => (
                <tr key={n} className={line.concept === 'saldo' ? 'total' : undefined}>
                  <td>{conceptText(line)}</td>
                  <td>{detailText(line)}</td>
                  <td>{lineAmount(line, account.currency)}</td>
                  <td>{formatMoney(line.balance, account.currency, true)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      <footer>
        Impreso por {reader.name} el {at}
      </footer>
    </section>
  )
}
