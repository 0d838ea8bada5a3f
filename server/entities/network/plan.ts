/** What a workbook would do to the network as it is, or why it cannot. Nothing is written here. */
import { createHash } from 'node:crypto'
import type { SessionUser } from '@contract/session.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { scopeOf } from '../../platform/db/scope.ts'
import { readKnown, soldAmong } from './known.ts'
import { refuseInherited } from './plan-inheritance.ts'
import { planPartners } from './plan-partners.ts'
import { planRates } from './plan-rates.ts'
import { planUsers } from './plan-users.ts'
import type { PlanContext, SheetFault, Plan } from './planned.ts'
import type { Book } from './read.ts'
import { sheetFaults } from './rows.ts'

/** With `holding`, what it rests on stays as it is until the transaction ends. */
export async function planOf(db: Executor, book: Book, session: SessionUser, holding = false): Promise<Plan> {
  const faults: SheetFault[] = sheetFaults(book.sheets)
  const sheets = book.sheets.filter(({ sheet }) => !faults.some((fault) => fault.sheet === sheet))
  const usernames = sheets
    .filter(({ sheet }) => sheet === 'usuarios')
    .flatMap(({ rows }) =>
      rows.map(({ cells }) =>
        String(cells['username'] ?? '')
          .trim()
          .toLowerCase(),
      ),
    )
  const known = await readKnown(db, scopeOf(session), usernames)
  const facts: PlanContext = { book: { ...book, sheets }, known, session }
  const { partners, names } = await planPartners(facts, faults)
  const users = await planUsers(facts, names, faults)
  const rates = await planRates(db, facts, names, faults)
  await mustNotHaveSold(db, partners, faults)
  await refuseInherited(db, facts, { partners, rates, faults }, holding)
  // What was read has become the plan: both together are twice the workbook.
  for (const one of book.sheets) one.rows = []
  return { faults, partners, users, rates }
}

/** Who sold moves with the figures of all days: that is one person's decision about one partner, on its own record. */
async function mustNotHaveSold(db: Executor, partners: Plan['partners'], faults: SheetFault[]): Promise<void> {
  const moved = partners.filter(({ moves }) => moves)
  const sold = await soldAmong(
    db,
    moved.map(({ before }) => before!.id),
  )
  for (const { sheet, line, before, father } of moved)
    if (sold.has(before!.id))
      faults.push({
        sheet,
        line,
        column: sheet === 'taquillas' ? 'Agencia' : 'Padre',
        value: father?.name ?? '',
        message: 'Ya vendió: se mueve en su ficha, donde se ve qué cifras van con él.',
      })
}

/** Everything that a plan does, in its order: the same for the same workbook and the same network. */
export const rowsOfPlan = ({ partners, users, rates }: Plan) => [...partners, ...users, ...rates]

export function reviewOf(plan: Plan): string {
  const sum = createHash('sha256').update(JSON.stringify(plan.faults))
  for (const { sheet, line, action, differences } of rowsOfPlan(plan))
    sum.update(JSON.stringify([sheet, line, action, differences]))
  return sum.digest('base64url')
}
