/** What an entry moved, in as few words as a row has room for: from which accounts to which, and whose they are. Pure. */
import { chart } from '@contract/ledger-accounts.ts'
import type { EntryPosting } from '@contract/ledger-entries.ts'
import { isZero } from '@contract/values/money.ts'

/** The first, and how many more there are. */
function firstOf(names: readonly string[]): string {
  const [first, ...more] = [...new Set(names)]
  return first === undefined ? 'Otras' : more.length === 0 ? first : `${first} y ${more.length} más`
}

const side = (postings: readonly EntryPosting[], of: 'debit' | 'credit') =>
  postings.filter((posting) => !isZero(posting[of]))

/** `Caja → Ventas` */
export function accountsText(postings: readonly EntryPosting[]): string {
  const named = (of: 'debit' | 'credit') => firstOf(side(postings, of).map(({ account }) => chart[account].label))
  return `${named('debit')} → ${named('credit')}`
}

/** `Taquilla Uno`, or `Agencia Uno → Agencia Dos`. */
export function partnersText(postings: readonly EntryPosting[]): string {
  const names = new Set(postings.map(({ partner_name }) => partner_name))
  if (names.size <= 1) return [...names].join('')
  const named = (of: 'debit' | 'credit') => firstOf(side(postings, of).map(({ partner_name }) => partner_name))
  return `${named('debit')} → ${named('credit')}`
}
