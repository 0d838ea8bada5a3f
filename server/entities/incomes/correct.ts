/** Correcting an income or an outcome: what it posted is reversed, and what it says now is posted. */
import type { IncomeRow } from '@contract/incomes.ts'
import type { OutcomeRow } from '@contract/outcomes.ts'
import type { Context } from '../../platform/http/context.ts'
import { changedMeanwhile } from '../../platform/lists/versioned.ts'
import { movedAlready } from '../../platform/lists/workflow.ts'
import { signatureOf } from '../../rules/cash/movements.ts'
import { correctMovement, type MovementForm, type Written } from '../../rules/cash/write.ts'
import { tellWaiting } from './telling.ts'

/** What the audit log keeps: what a reader may do is not the movement's. */
export const movementTrace = <R extends { actions: unknown }>({ actions: _, ...row }: R) => row

/** @throws Problem `moved_already`, `changed_meanwhile` and what `correctMovement` does */
export async function corrected<R extends IncomeRow | OutcomeRow>(
  context: Context,
  { before, written, read }: { before: R; written: Written; read: () => Promise<R> },
  form: MovementForm & { version: number },
): Promise<R> {
  if (before.version !== form.version) throw changedMeanwhile(before)
  const done = await correctMovement(context.db, written, form, signatureOf(context))
  const row = await read()
  if (!done) throw row.state === before.state ? changedMeanwhile(row) : movedAlready(row)
  const change = { before: movementTrace(before), after: movementTrace(row) }
  context.audit({ entity_id: row.id, ...change, significant: true })
  if (before.state === 'registrado') await tellWaiting(context, row)
  return row
}
