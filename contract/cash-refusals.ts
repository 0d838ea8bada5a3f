/** What calls about drawers may answer besides what their shape says: see `refusals.ts`. */
import type { CallName } from './index.ts'
import type { ProblemCode } from './problems.ts'
import { range } from './game-refusals.ts'

const counted = ['method_elsewhere', 'amount_decimals', 'currency_not_sold'] as const

export const cashRefusals = {
  'cashConfig.saveConfig': ['amount_decimals', 'currency_not_sold'],
  'cashRegisters.list': [...range, 'not_found'],
  'cashRegisters.export': [...range, 'not_found'],
  'cashRegisters.current': ['not_found'],
  'cashRegisters.open': ['not_found', 'register_open', 'register_there', ...counted],
  'cashRegisters.count': ['moved_already', 'changed_meanwhile', ...counted],
  'cashRegisters.recalculate': ['moved_already', 'changed_meanwhile'],
  'cashRegisters.handOver': ['register_not_open', ...counted],
  'cashRegisters.send': ['moved_already', 'difference_untold'],
  'cashRegisters.expenses': ['not_found'],
  'cashRegisters.drawed': ['not_found'],
  'cashManage.list': [...range, 'not_found'],
  'cashManage.export': [...range, 'not_found'],
  'cashManage.subrows': ['not_found'],
  'cashManage.resume': [...range, 'not_found'],
  'cashManage.approve': ['moved_already', 'own_register', 'register_order'],
  'cashManage.giveBack': ['moved_already', 'own_register'],
  'cashManage.summary': [...range, 'not_found'],
  'cashManage.summaryExport': [...range, 'not_found'],
  'cashManage.audit': [...range, 'not_found'],
  'cashManage.auditExport': [...range, 'not_found'],
  'cashManage.prizes': [...range, 'not_found'],
  'cashManage.prizesExport': [...range, 'not_found'],
  'cashFunds.history': [...range, 'not_found'],
  'cashFunds.historyExport': [...range, 'not_found'],
  'cashFunds.write': [
    'name_taken',
    'not_found',
    'amount_decimals',
    'currency_not_sold',
    'account_foreign',
    'account_closed',
    'fund_short',
  ],
  'cashFunds.update': ['name_taken', 'not_your_side', 'amount_decimals', 'fund_in_use'],
  'fundMovements.accept': ['moved_already', 'not_your_side'],
  'fundMovements.refuse': ['moved_already', 'not_your_side'],
  'fundMovements.takeBack': ['moved_already', 'not_your_side'],
  'reloads.me': [...range, 'not_found'],
  'reloads.meExport': [...range, 'not_found'],
  'reloads.global': [...range, 'not_found'],
  'reloads.globalExport': [...range, 'not_found'],
  'reloads.ofDay': ['not_found'],
  'reloads.create': ['not_found', 'amount_decimals', 'currency_not_sold', 'fund_short'],
} as const satisfies Partial<Record<CallName, readonly ProblemCode[]>>
