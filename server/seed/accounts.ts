/** The demo's sign-ins, for whoever is told of them: the terminal at start, and the commands that sell. */
import { roleLabels } from '@contract/access/rules.ts'
import { demoPlan } from './demo-plan.ts'
import { panamaPlan } from './panama-plan.ts'
import type { DemoUser } from './plan.ts'

export interface DemoAccount {
  username: string
  about: string
}

function about({ role, manage_childs, awarding_results }: DemoUser, country: string): string {
  const flags = [manage_childs && 'gestiona dependientes', awarding_results && 'premia sorteos'].filter(Boolean)
  return `${roleLabels[role]}${flags.length ? `, ${flags.join(', ')}` : ''}${country === 'PA' ? ' (Panamá)' : ''}`
}

/** One of each kind; the further sellers only sell. */
export function demoAccounts(): DemoAccount[] {
  return [demoPlan(1, 60), panamaPlan(1)].flatMap(({ users, country_iso2 }) =>
    users
      .filter((user) => user.demo && !/\d$/.test(user.username))
      .map((user) => ({ username: user.username, about: about(user, country_iso2) })),
  )
}
