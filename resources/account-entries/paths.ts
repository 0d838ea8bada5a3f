/** Where the views of the books are, and where figures and references lead to. */
import { z } from 'zod'
import type { BalanceRow } from '@contract/account-entries.ts'
import { openScreens } from '@contract/access/screens.ts'
import type { EntryPosting, RefKind } from '@contract/ledger-entries.ts'
import { drawLink, paymentLink, screenLink } from '@contract/links.ts'
import type { SessionUser } from '@contract/session.ts'
import { addDays, weekday, type Period } from '@contract/values/dates.ts'
import { loadPath } from '@resources/external-sales/paths.ts'
import { statementLink } from '@resources/statements/sheet.ts'
import { fixedRange, periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'

export const bookViews = ['diario', 'balance', 'mayor'] as const
export const bookQuery = z.object({ view: z.enum(bookViews).default('diario') })

export const booksPath = screenLink('account-entries')
export const newBatchPath = `${booksPath}/create`

/** The entries of a batch, whatever its days. */
export function batchLink(batch_id: string, days: Period): string {
  return screenLink('account-entries', { ...periodIn(fixedRange, days), batch_id })
}

type Asked = Period & { kind?: string | undefined; partner_id?: number | undefined }

/** The lines behind a figure of the trial balance: of the account, in its currency; a class has no ledger of its own. */
export function ledgerOfRow(
  { account, partner_id, currency }: Pick<BalanceRow, 'account' | 'partner_id' | 'currency'>,
  { from, to, kind, partner_id: asked }: Asked,
  choice: PeriodChoice,
): string | undefined {
  if (account === null) return undefined
  const of = partner_id === null ? { partner_id: asked } : { partner_id, own_only: true }
  return screenLink('account-entries', {
    view: 'mayor',
    ...periodIn(choice, { from, to }),
    account,
    currency,
    kind,
    ...of,
  })
}

/** The ledger of the account of a posting, on its day. */
export function ledgerOfPosting({ account, partner_id }: EntryPosting, day: string, currency: string): string {
  const days = periodIn(fixedRange, { from: day, to: day })
  return screenLink('account-entries', { view: 'mayor', ...days, account, partner_id, own_only: true, currency })
}

interface Referring {
  day: string
  ref_kind: RefKind
  ref_id: string
  ref_partner_id: number | null
  ref_week: string | null
}

/** Where what an entry came from is shown; undefined where no screen shows it, or not to this user. Tickets open where they are. */
export function referenceLink(of: Referring, user: SessionUser): string | undefined {
  const { day, ref_kind, ref_id, ref_partner_id, ref_week } = of
  const opens = (key: string) => openScreens(user).some((screen) => screen.key === key)
  const id = Number(ref_id)
  const monday = addDays(day, 1 - weekday(day))
  const week = periodIn(fixedRange, { from: monday, to: addDays(monday, 6) })
  switch (ref_kind) {
    case 'draw':
      return opens('ticket-consult') ? drawLink(id) : undefined
    case 'settlement':
      return opens('general-sales') ? screenLink('general-sales', { ...week, partner_id: id }) : undefined
    case 'external_load':
      return opens('external-reports') ? loadPath(id) : undefined
    case 'payment':
      return opens('payment-record') ? paymentLink(id) : undefined
    case 'closing':
      return ref_partner_id !== null && opens('account-balance') ? statementLink(ref_partner_id, ref_week) : undefined
    case 'batch':
      return batchLink(ref_id, { from: day, to: day })
    default:
      return undefined
  }
}
