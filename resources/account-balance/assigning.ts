/** What passing a debt from one creditor to another would leave, worked out beside the form. Pure. */
import type { Assignable } from '@contract/assignments.ts'
import { add, compare, negate } from '@contract/values/money.ts'

export type Creditor = Assignable['data'][number]

export interface Passed {
  from: Creditor
  to: Creditor
  /** Above zero, whichever way it is owed. */
  amount: string
}

interface Change {
  label: string
  before: string
  after: string
}

/** What is owed to each of the two, and what each of them owes further up: to where both lines go on alike. */
export function leftBy({ from, to, amount }: Passed): Change[] {
  const passes = compare(from.owed, '0') < 0 ? negate(amount) : amount
  const changed = (label: string, before: string, by: string): Change => ({ label, before, after: add(before, by) })
  const own = ({ id, name, debt }: Creditor): Change[] => {
    if (debt === null) return []
    const [less, more] = [from.line.includes(id), to.line.includes(id)]
    return [changed(`Saldo de ${name}`, debt, less === more ? '0.00' : more ? passes : negate(passes))]
  }
  return [
    changed(`Le debe a ${from.name}`, from.owed, negate(passes)),
    changed(`Le debe a ${to.name}`, to.owed, passes),
    ...own(from),
    ...own(to),
  ]
}
