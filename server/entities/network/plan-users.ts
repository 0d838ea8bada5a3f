/** What a workbook makes of users. Those of the banca itself, and whoever brings the workbook, are kept on the screen of users. */
import { isBancaRole, roleLabels, rolePartner, outranks, type Role } from '@contract/access/rules.ts'
import { partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { offAboveText } from '../../platform/lists/switched-off.ts'
import type { KnownPartner, KnownUser } from './known.ts'
import type { PartnerNames } from './plan-partners.ts'
import { idOf, type PlanContext, type SheetFault, type PartnerRef, type PlannedUser } from './planned.ts'
import { differencesOf, bookLines, type BookLine } from './rows.ts'

export async function planUsers(facts: PlanContext, names: PartnerNames, faults: SheetFault[]): Promise<PlannedUser[]> {
  const { book, known, session } = facts
  const users = new Map(known.users.map((user) => [user.username, user]))
  const lines = new Map<string, number>()
  const planned: PlannedUser[] = []
  for await (const row of bookLines(
    book.sheets.filter(({ sheet }) => sheet === 'usuarios'),
    faults,
  )) {
    const username = row.get<string>('username')
    if (username === undefined) {
      row.need('username')
      continue
    }
    const twice = lines.get(username)
    if (twice !== undefined) {
      row.refuse('username', `Ese usuario ya está en la fila ${twice}.`)
      continue
    }
    lines.set(username, row.line)
    const before = users.get(username) ?? null
    if (before && !before.near) {
      row.refuse('username', 'Ese usuario ya existe.')
      continue
    }
    if (before) row.forgive(before)
    if (before && (before.id === session.id || isBancaRole(before.role) || !outranks(session, before))) {
      const same = asIs(row, before, names)
      if (same) planned.push(same)
      else row.refuse('username', 'Ese usuario se cambia en la pantalla de usuarios, por quien puede hacerlo.')
      continue
    }
    const user = planUser(row, before, names, facts, username)
    if (user) planned.push(user)
  }
  return planned
}

/** Somebody whom a workbook does not change, where the row says what is so: a file of the list names everybody. */
function asIs(row: BookLine, before: KnownUser, names: PartnerNames): PlannedUser | null {
  const { name, role, manage_childs, awarding_results, email, status } = before
  const text = row.get<string>('partner')
  const found =
    text === undefined ? names.id(before.partner_id) : names.find(text, [rolePartner[role]], before.partner_id)
  if (!found || typeof found === 'string' || idOf(found) !== before.partner_id) return null
  const set = { name, role, manage_childs, awarding_results, email, status }
  const says = Object.entries(set).every(([field, value]) => [undefined, value].includes(row.get(field)))
  const { sheet, line } = row
  return says && row.sound
    ? { sheet, line, action: 'igual', differences: [], username: before.username, ...set, partner: found, before }
    : null
}

function planUser(
  row: BookLine,
  before: KnownUser | null,
  names: PartnerNames,
  { known, session }: PlanContext,
  username: string,
): PlannedUser | null {
  if (!before) row.need('name', 'role', 'partner')
  const role = row.get<Role>('role') ?? before?.role
  if (role === undefined) return null
  if (isBancaRole(role) || !outranks(session, { role, manage_childs: false, awarding_results: false })) {
    row.refuse('role', `Un libro no hace usuarios con el rol ${roleLabels[role]}.`)
    return null
  }
  const partner = partnerOf(row, before, names, role)
  const flag = (field: 'manage_childs' | 'awarding_results') => {
    const value = row.get<boolean>(field) ?? before?.[field] ?? false
    if (value && !session[field]) row.refuse(field, 'No puede dar un permiso que usted no tiene.')
    return value
  }
  const set = {
    name: row.get<string>('name') ?? before?.name ?? '',
    role,
    manage_childs: flag('manage_childs'),
    awarding_results: flag('awarding_results'),
    email: row.get<string>('email') ?? before?.email ?? '',
    status: row.get<'activo' | 'inactivo'>('status') ?? before?.status ?? ('activo' as const),
  }
  if (!partner) return null
  if (before?.off_above && before.status === 'inactivo' && set.status === 'activo')
    row.refuse('status', offAboveText(before.off_above))
  const left = before && idOf(partner) !== before.partner_id ? offOver(known, before.partner_id) : null
  if (left) row.refuse('partner', offAboveText(left))
  const words = (one: typeof set, of: string) => ({ ...one, role: roleLabels[one.role], partner: of })
  const was = before && names.id(before.partner_id)
  const differences = before ? differencesOf(row.sheet, words(before, was?.code ?? ''), words(set, partner.code)) : []
  const action = before ? (differences.length > 0 ? 'cambia' : 'igual') : 'crea'
  return { sheet: row.sheet, line: row.line, action, differences, username, ...set, partner, before }
}

/** Who above keeps off a partner or one that it hangs from: its people do not escape it elsewhere. */
function offOver({ partners }: PlanContext['known'], partner_id: number): PartnerType | null {
  for (let at = partners.find(({ id }) => id === partner_id); at; ) {
    if (at.status === 'inactivo' && at.off_above) return at.off_above
    const { father_id }: KnownPartner = at
    at = partners.find(({ id }) => id === father_id)
  }
  return null
}

function partnerOf(row: BookLine, before: KnownUser | null, names: PartnerNames, role: Role): PartnerRef | null {
  const wanted = rolePartner[role]
  const text = row.get<string>('partner')
  if (text !== undefined) {
    const found = names.find(text, [wanted], before?.partner_id)
    if (typeof found !== 'string') return found
    row.refuse('partner', found)
    return null
  }
  const own = before ? names.id(before.partner_id) : undefined
  if (!own) return null
  if (own.type === wanted) return own
  row.refuse('partner', `Ese rol es de un afiliado de tipo ${partnerTypeLabels[wanted].toLowerCase()}.`)
  return null
}
