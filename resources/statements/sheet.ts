/** A week's statement as page, paper and picture show it: whose, of which week, and the lines of each currency. */
import { wordOf } from '@contract/field.ts'
import { screenLink } from '@contract/links.ts'
import { statements, type StatementAccount, type StatementLineRow } from '@contract/statements.ts'
import type { WeekStatement } from '@contract/statements.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { add, formatMoney } from '@contract/values/money.ts'

type Account = Pick<StatementAccount, 'currency' | 'state' | 'creditor_name' | 'lines'>
export interface StatementSheet extends Omit<WeekStatement, 'accounts'> {
  accounts: readonly Account[]
}
export type SheetLine = StatementAccount['lines'][number]

const { shape } = statements.lines.list.row

export const conceptText = ({ concept }: Pick<SheetLine, 'concept'>): string => wordOf(shape.concept, concept)
/** In words, with each amount and its sign on one line. */
export const detailText = ({ detail }: Pick<SheetLine, 'detail'>): string =>
  detail.replace(/(Bs|\$|×) (?=\d)/g, '$1\u00a0').replace(/ %/g, '\u00a0%')
export const stateText = ({ state }: Pick<Account, 'state'>): string =>
  state === 'abierta' ? 'Sin cerrar: puede cambiar' : wordOf(shape.state, state)
export const weekText = (week: string): string => `Semana del ${formatDay(addDays(week, -6))} al ${formatDay(week)}`

/** Its page. */
export const statementLink = (partner_id: number, week?: string | null): string => {
  const [path, query] = screenLink('account-balance', { ...(week && { week }) }).split('?')
  return `${path}/statement/${partner_id}${query ? `?${query}` : ''}`
}

/** A line that says what is owed there, and moves nothing. */
export const isStanding = ({ concept }: Pick<SheetLine, 'concept'>): boolean =>
  concept === 'anterior' || concept === 'saldo'

/** What a line adds or takes away; nothing where it only says what stands. */
export const lineAmount = ({ amount }: SheetLine, currency: Account['currency']): string =>
  amount === null ? '' : formatMoney(amount, currency, true)

/** Lines of a list, which come in the order of their statements, as statements. */
export function sheetsOf(rows: readonly StatementLineRow[]): StatementSheet[] {
  const sheets = new Map<number, StatementSheet & { accounts: (Account & { lines: SheetLine[] })[] }>()
  for (const { partner_id, name, code, type, week, currency, state, creditor_name, ...line } of rows) {
    const sheet = sheets.get(partner_id) ?? { partner_id, name, code, type, week, accounts: [] }
    sheets.set(partner_id, sheet)
    let account = sheet.accounts.find((one) => one.currency === currency)
    if (!account) sheet.accounts.push((account = { currency, state, creditor_name, lines: [] }))
    account.lines.push(line)
  }
  return [...sheets.values()]
}

/** Lines of one concept that a picture has room for. */
const mostAlike = 12

/** The first lines of each concept, and the rest of it as one. */
export function shortened(lines: readonly SheetLine[]): SheetLine[] {
  const alike = new Map<string, SheetLine[]>()
  for (const line of lines) alike.set(line.concept, [...(alike.get(line.concept) ?? []), line])
  return [...alike.values()].flatMap((some) => {
    if (some.length <= mostAlike) return some
    const rest = some.slice(mostAlike - 1)
    const amount = add('0', ...rest.map((one) => one.amount ?? '0'))
    return [...some.slice(0, mostAlike - 1), { ...rest.at(-1)!, detail: `Y ${rest.length} más`, amount }]
  })
}
