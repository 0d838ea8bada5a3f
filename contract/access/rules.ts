/**
 * Who may do what, in sentences. The only file in the product that spells out role names:
 * everything else refers to a rule by its name. The server enforces a rule on every call;
 * the console derives its menu, routes, palette and redirects from the same rules.
 */

export const roles = [
  'ADMIN_BANCA',
  'SUPERV_BANCA',
  'DISTRIBUIDOR',
  'ADMIN_TAQUILLA',
  'VEND_TAQUILLA',
  'VEND_TAQUILLA_POLLA',
] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  ADMIN_BANCA: 'Administrador de banca',
  SUPERV_BANCA: 'Supervisor de banca',
  DISTRIBUIDOR: 'Distribuidor',
  ADMIN_TAQUILLA: 'Administrador de taquilla',
  VEND_TAQUILLA: 'Vendedor de taquilla',
  VEND_TAQUILLA_POLLA: 'Vendedor de polla',
}

/** The kind of partner a role's user belongs to (a user sits on exactly one partner). */
export const rolePartner: Record<Role, 'banca' | 'distribuidor' | 'agencia' | 'taquilla'> = {
  ADMIN_BANCA: 'banca',
  SUPERV_BANCA: 'banca',
  DISTRIBUIDOR: 'distribuidor',
  ADMIN_TAQUILLA: 'agencia',
  VEND_TAQUILLA: 'taquilla',
  VEND_TAQUILLA_POLLA: 'taquilla',
}
/** What a new user of each kind of partner usually is; whoever makes it may choose another. */
export const firstRole = {
  banca: 'SUPERV_BANCA',
  distribuidor: 'DISTRIBUIDOR',
  agencia: 'ADMIN_TAQUILLA',
  taquilla: 'VEND_TAQUILLA',
} as const satisfies Record<(typeof rolePartner)[Role], Role>

/** The part of a session that access looks at. */
export interface Who {
  role: Role
  manage_childs: boolean
  awarding_results: boolean
  country_iso2: string
}

export interface Rule {
  /** `'public'` needs no token, `'*'` any signed-in user. */
  roles: 'public' | '*' | readonly Role[]
  manage_childs?: true
  awarding_results?: true
  denied_countries?: readonly string[]
}

const B: Role = 'ADMIN_BANCA'
const S: Role = 'SUPERV_BANCA'
const D: Role = 'DISTRIBUIDOR'
const A: Role = 'ADMIN_TAQUILLA'
const V: Role = 'VEND_TAQUILLA'
const P: Role = 'VEND_TAQUILLA_POLLA'
const notPanama = { denied_countries: ['PA'] } as const

/** Named rules. A name says the job, not the screen. */
export const rules = {
  open: { roles: 'public' },
  signedIn: { roles: '*' },
  banca: { roles: [B] },
  supervision: { roles: [B, S] },
  /** Reading the business: dashboards, reports, balances. */
  business: { roles: [B, S, D, A] },
  accounting: { roles: [B, S, D] },
  money: { roles: [B, S, D, A] },
  moneyNotPanama: { roles: [B, S, D, A], ...notPanama },
  cashControl: { roles: [B, S, A], ...notPanama },
  cashOversight: { roles: [B, S], ...notPanama },
  agencyCash: { roles: [A], ...notPanama },
  counter: { roles: [V, A] },
  /** Whose day is spent selling. */
  teller: { roles: [V] },
  anyCounter: { roles: [V, A, P] },
  /** Kinds of incomes and outcomes: whoever writes movements chooses among them, an agency and the banca make their own. */
  movementTypes: { roles: [B, V, A] },
  movementTypesWrite: { roles: [B, A] },
  rates: { roles: [B, V], ...notPanama },
  bancaRates: { roles: [B], ...notPanama },
  externalSales: { roles: [B, S], ...notPanama },
  registryRead: { roles: [B, S, D], manage_childs: true },
  registryWrite: { roles: [B, D], manage_childs: true },
  registryBanca: { roles: [B], manage_childs: true },
  awarding: { roles: [B, S, D], awarding_results: true },
  pollaCounter: { roles: [P] },
  pollaOffice: { roles: [P, A] },
  pollaWinners: { roles: [P, A, B, S] },
} as const satisfies Record<string, Rule>

/**
 * Does this session pass this rule? Pure and synchronous: asked per row, per button and per call.
 * `null` is a visitor without a session.
 */
export function allows(rule: Rule, who: Who | null): boolean {
  if (rule.roles === 'public') return true
  if (!who) return false
  if (rule.roles !== '*' && !rule.roles.includes(who.role)) return false
  if (rule.manage_childs && !who.manage_childs) return false
  if (rule.awarding_results && !who.awarding_results) return false
  return !rule.denied_countries?.includes(who.country_iso2)
}

/** What a user is and may, as another decides it. */
export type Authority = Pick<Who, 'role' | 'manage_childs' | 'awarding_results'>

/**
 * Is `other` at or below `who`? The roles stand from the highest to the lowest; nobody gives, or takes from, who may more.
 * Who only reads the registry stands over nobody whose role writes it: entering as such a user would be writing it.
 */
export function outranks(who: Authority, other: Authority): boolean {
  const writes = ({ role }: Authority) => (rules.registryWrite.roles as readonly Role[]).includes(role)
  return (
    roles.indexOf(other.role) >= roles.indexOf(who.role) &&
    (writes(who) || !writes(other)) &&
    (who.manage_childs || !other.manage_childs) &&
    (who.awarding_results || !other.awarding_results)
  )
}

/** Whether a user's banca works where its drawers are decided by others: in Panama nobody opens those screens. */
export const isNotPanama = ({ country_iso2 }: Pick<Who, 'country_iso2'>): boolean =>
  !notPanama.denied_countries.some((country) => country === country_iso2)

/** A user of the banca itself sees every partner; anyone else a subtree. */
export function isBancaRole(role: Role): boolean {
  return rolePartner[role] === 'banca'
}
