/** What calls about the terminals' software may answer besides what their shape says: see `refusals.ts`. */
import type { CallName } from './index.ts'
import type { ProblemCode } from './problems.ts'

/** Of the file itself: sent again as it is it would be refused again, so that nothing of it is kept. */
export const finalRefusals = [
  'upload_altered',
  'apk_not',
  'apk_cut',
  'apk_damaged',
  'apk_unsigned',
  'apk_altered',
  'apk_lineage',
  'apk_other_package',
  'apk_other_signer',
  'apk_older',
] as const satisfies readonly ProblemCode[]

/** Of a store of files that has it. */
const storeRefusals = ['store_away', 'store_refused', 'store_missing'] as const

export const softwareRefusals = {
  'updates.create': ['apk_too_large', 'apk_known', 'upload_too_many', ...storeRefusals],
  'updates.show': storeRefusals,
  'updates.part': ['upload_over', 'upload_part_altered'],
  'updates.analyze': [
    'not_found',
    'file_too_slow',
    'file_too_heavy',
    'file_interrupted',
    'upload_incomplete',
    ...storeRefusals,
    ...finalRefusals,
  ],
  'updates.remove': ['moved_already'],
  'updates.rollout': ['moved_already'],
  'updates.halt': ['moved_already'],
  'updates.withdraw': ['moved_already'],
  'updates.channel': ['not_found'],
  'updates.ask': ['not_found'],
  'updates.download': storeRefusals,
} as const satisfies Partial<Record<CallName, readonly ProblemCode[]>>
