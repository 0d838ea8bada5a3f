/** Refine's access control: the contract's rules, asked in memory. */
import type { AccessControlProvider, CanParams, CanReturnType } from '@refinedev/core'
import { allows, type Rule, type Who } from '@contract/access/rules.ts'
import { isClosed, screens, type Closing } from '@contract/access/screens.ts'
import { endpointsOf } from '@contract/endpoint.ts'
import { sessionState } from './session-store.ts'

const screenByKey = new Map(screens.map((screen) => [screen.key, screen]))
/** Refine's words for what the contract calls otherwise. Any other action has its endpoint's name. */
const verbs: Record<string, string> = { edit: 'update', delete: 'remove' }
const refused = 'Su usuario no tiene permiso para esta operación.'

/** The rule of an action. What the contract does not declare, or no screen at hand has read, is closed to everybody. */
function ruleOf(who: Closing | null, resource: string, action: string): Rule | null {
  const endpoints = endpointsOf(resource)
  if (endpoints) return endpoints[verbs[action] ?? action]?.access ?? null
  const screen = screenByKey.get(resource)
  return screen && !isClosed(screen, who ?? {}) ? screen.access : null
}

/** May `who` do `action` on a resource (an entity's name, or a screen's key)? */
export function accessVerdict(
  who: (Who & Closing) | null,
  { resource, action }: Pick<CanParams, 'resource' | 'action'>,
): CanReturnType {
  const rule = resource ? ruleOf(who, resource, action) : null
  return rule && allows(rule, who) ? { can: true } : { can: false, reason: refused }
}

export const accessControlProvider: AccessControlProvider = {
  can: async (asked) => accessVerdict(sessionState().user, asked),
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}
