/** What calls about the books may answer besides what their shape says: see `refusals.ts`. */
import type { CallName } from './index.ts'
import type { ProblemCode } from './problems.ts'
import { range } from './game-refusals.ts'

export const booksRefusals = {
  'movementReports.list': [...range, 'not_found'],
  'movementReports.listExport': [...range, 'not_found'],
  'accountBalance.report': [...range, 'not_found'],
  'accountBalance.reportExport': [...range, 'not_found'],
  'accountBalance.closings': [...range, 'not_found'],
  'accountBalance.closingsExport': [...range, 'not_found'],
  'accountBalance.close': ['not_found', 'week_running'],
  'accountBalance.reopen': ['not_found', 'week_not_last', 'week_first'],
  'accountEntries.create': [
    'not_found',
    'not_your_side',
    'day_ahead',
    'day_behind',
    'amount_decimals',
    'account_missing',
    'batch_unbalanced',
    'week_closed',
  ],
  'salesControl.list': ['not_found'],
  'salesControl.export': ['not_found'],
  'salesControl.update': ['not_found', 'own_partner', 'changed_meanwhile'],
  'rates.list': range,
  'rates.export': range,
  'rates.create': ['not_your_side', 'rate_past', 'rate_far', 'rate_taken', 'rate_unusual'],
  'rates.withdraw': ['not_found', 'not_your_side', 'rate_in_force'],
  'rates.course': range,
  'rates.createType': ['code_taken'],
  'rates.updateType': ['not_found', 'changed_meanwhile', 'code_taken'],
  'accountEntries.openAccount': ['not_found', 'account_elsewhere', 'account_open', 'currency_not_sold'],
  'payments.create': ['owes_nobody', 'amount_decimals', 'day_ahead', 'method_elsewhere', 'payment_repeated'],
  'payments.update': [
    'moved_already',
    'not_your_side',
    'amount_decimals',
    'day_ahead',
    'method_elsewhere',
    'payment_repeated',
  ],
  'payments.confirm': ['moved_already', 'not_your_side', 'needs_other'],
  'payments.reject': ['moved_already', 'not_your_side', 'needs_other'],
  'payments.undo': ['moved_already', 'not_your_side'],
  'payments.remove': ['not_found', 'moved_already', 'not_your_side'],
} as const satisfies Partial<Record<CallName, readonly ProblemCode[]>>
