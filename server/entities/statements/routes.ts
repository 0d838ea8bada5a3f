/** What a week is told to those who owe or are owed by it, and what they answer. */
import type { statements } from '@contract/statements.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { afterSettling, settledListOf } from '../../rules/settlement/readers.ts'
import { answer, closingThread, disputes } from './answers.ts'
import { statementLines, statementsOf } from './lines.ts'

const lines = settledListOf(statementLines)

export const statementsRoutes: Handlers<typeof statements> = {
  lines: lines.list,
  linesExport: lines.export,
  of: afterSettling(statementsOf),
  answer,
  ...closingThread,
  waiting: disputes,
}
