/** What a save leaves somebody with: no more than whoever saves has itself, whatever stands between them. */
import type { FieldFault } from '@contract/problems.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { grantorOf } from '../../rules/commissions/granted.ts'
import { mostText, watchSettings, type Raised } from '../../rules/inheritance/settings.ts'
import type { Form } from './check.ts'

/** Where the form says it, or should. */
function pathOf(form: Form, { field, product_id, bet_type_id, place, currency }: Raised): string {
  const at = (list: 'limits' | 'products' | 'multipliers', index: number) =>
    index < 0 ? list : `${list}.${index}.${field}`
  if (field === 'enabled')
    return at(
      'products',
      form.products.findIndex((one) => one.product_id === product_id),
    )
  if (field === 'multiplier')
    return at(
      'multipliers',
      form.multipliers.findIndex(
        (one) => one.product_id === product_id && one.bet_type_id === bet_type_id && (one.place ?? 1) === (place ?? 1),
      ),
    )
  return currency === null
    ? field
    : at(
        'limits',
        form.limits.findIndex((one) => one.currency === currency),
      )
}

/** Looks before a form is saved. What it answers looks after it. @throws Problem `setting_above_father` on each field */
export async function watchGrants(
  db: Executor,
  session: Pick<SessionUser, 'role' | 'partner_id'>,
  form: Form,
): Promise<() => Promise<void>> {
  const grantor = grantorOf(session)
  if (grantor === null) return async () => {}
  const watched = await watchSettings(db, grantor, [form.agency_id])
  return async () => {
    const errors = (await watched()).map(
      (raised): FieldFault => ({
        path: pathOf(form, raised),
        code: 'setting_above_father',
        message: `Usted puede dar hasta lo que tiene: ${mostText(raised)}.`,
      }),
    )
    const [first] = errors
    if (first) throw new Problem('setting_above_father', { detail: first.message, errors })
  }
}
