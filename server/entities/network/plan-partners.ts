/**
 * What a workbook makes of distributors, agencies and ticket offices. A code names a partner: one that there is
 * already is changed where the row says something else; an empty cell changes nothing.
 */
import { documentKey } from '@contract/partner-fields.ts'
import type { NetworkSheet } from '@contract/network-sheets.ts'
import { fatherTypes, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { fold } from '@contract/values/text.ts'
import { offAboveText } from '../../platform/lists/switched-off.ts'
import { notYours } from '../../rules/prepaid/switch.ts'
import { storedBy } from '../partners/columns.ts'
import type { KnownPartner } from './known.ts'
import { PlaceNames } from './places.ts'
import type { PlanContext, SheetFault, PartnerRef, PlannedPartner } from './planned.ts'
import type { Book } from './read.ts'
import { differencesOf, bookLines, type BookLine } from './rows.ts'
import { Identities } from './identities.ts'

const typeOfSheet: Partial<Record<NetworkSheet, PartnerType>> = {
  distribuidores: 'distribuidor',
  agencias: 'agencia',
  taquillas: 'taquilla',
}

/** Partners by what a cell may call them: those of the workbook over those of the network. */
export class PartnerNames {
  private readonly byCode = new Map<string, PartnerRef>()
  private readonly byName = new Map<string, PartnerRef[]>()
  private readonly byId = new Map<number, PartnerRef>()

  constructor(known: readonly KnownPartner[]) {
    for (const one of known) if (one.near) this.add(one)
  }

  add(one: PartnerRef): void {
    this.byCode.set(one.code, one)
    if ('before' in one && one.before) this.byId.set(one.before.id, one)
    else if (!('before' in one)) this.byId.set(one.id, one)
    const name = fold(one.name)
    const others = (this.byName.get(name) ?? []).filter((other) => other.code !== one.code)
    this.byName.set(name, [...others, one])
  }

  code(code: string): PartnerRef | undefined {
    return this.byCode.get(code)
  }

  id(id: number): PartnerRef | undefined {
    return this.byId.get(id)
  }

  /**
   * By its code, else by a name that only one of these types has. Otherwise why it is nobody. Who it is `now` it stays
   * where the text is its name, for our lists name people by it: another may be called, or coded, the same.
   */
  find(text: string, types: readonly PartnerType[], now: number | null = null): PartnerRef | string {
    const same = now === null ? undefined : this.byId.get(now)
    if (same && types.includes(same.type) && fold(same.name) === fold(text)) return same
    const wanted = types.map(article).join(' o ')
    const coded = this.byCode.get(text.trim().toUpperCase())
    if (coded) return types.includes(coded.type) ? coded : `Es ${article(coded.type)}, y aquí va ${wanted}.`
    const called = this.byName.get(fold(text)) ?? []
    const named = called.filter(({ type }) => types.includes(type))
    if (named.length > 1) return 'Hay más de uno con ese nombre: escriba su código.'
    if (named.length === 0 && called[0]) return `Es ${article(called[0].type)}, y aquí va ${wanted}.`
    // As the workbook leaves it, where it renames it.
    return named[0]
      ? (this.byCode.get(named[0].code) ?? named[0])
      : `Nadie tiene ese código o nombre, ni en el libro ni a su alcance: aquí va ${wanted}.`
  }
}

const article = (type: PartnerType) =>
  `${type === 'distribuidor' ? 'un' : 'una'} ${partnerTypeLabels[type].toLowerCase()}`

interface Work {
  facts: PlanContext
  faults: SheetFault[]
  names: PartnerNames
  places: PlaceNames
  identities: Identities
  planned: PlannedPartner[]
}

export async function planPartners(
  facts: PlanContext,
  faults: SheetFault[],
): Promise<{ partners: PlannedPartner[]; names: PartnerNames }> {
  const { book, known } = facts
  const [names, places, identities] = [
    new PartnerNames(known.partners),
    new PlaceNames(known),
    new Identities(known.partners),
  ]
  const work: Work = { facts, faults, names, places, identities, planned: [] }
  const rows: { row: BookLine; partner: PlannedPartner }[] = []
  for await (const row of bookLines(sheetsOf(book), faults)) {
    const partner = begin(work, row)
    if (!partner) continue
    work.planned.push(partner)
    work.names.add(partner)
    rows.push({ row, partner })
  }
  for (const { row, partner } of rows) hangUp(work, row, partner)
  for (const { row, partner } of rows) endless(row, partner)
  // Fathers before who hangs from them: their currencies are what these may sell in.
  for (const { row, partner } of [...rows].sort((one, other) => depthOf(one.partner) - depthOf(other.partner)))
    complete(work, row, partner)
  return { partners: work.planned, names }
}

const sheetsOf = ({ sheets }: Book) => sheets.filter(({ sheet }) => typeOfSheet[sheet])

/** A row as a partner, before its father is known. */
function begin({ places, identities }: Work, row: BookLine): PlannedPartner | null {
  const type = typeOfSheet[row.sheet]!
  const code = row.get<string>('code')
  if (code === undefined) {
    row.need('code')
    return null
  }
  const twice = identities.again('code', code, row)
  if (twice) {
    row.refuse('code', `Ese código ya está en la ${twice}.`)
    return null
  }
  const before = identities.known(code) ?? null
  if (before && !before.near) {
    row.refuse('code', 'Ya existe un afiliado con ese código.')
    return null
  }
  if (before && before.type !== type) {
    row.refuse('code', `Ese código es de ${article(before.type)}: ${before.name}.`)
    return null
  }
  if (before) row.forgive(before)
  if (!before) row.need('name')
  const name = row.get<string>('name') ?? before?.name ?? ''
  const owner = identities.named(type, name)
  if (owner !== undefined && owner !== code)
    row.refuse('name', `Ese nombre ya es de otro: lo tiene el código ${owner}.`)
  const named = identities.again(type, fold(name), row)
  if (named) row.refuse('name', `Ese nombre ya está en la ${named}.`)
  const document = row.get<string>('document')
  // What it had already stays as it is, whoever has it too.
  if (document && document !== before?.document) {
    const holder = identities.documented(type, document)
    if (holder !== undefined && holder !== code)
      row.refuse('document', `Ese documento ya es de otro: lo tiene el código ${holder}.`)
    const earlier = identities.again(`${type} document`, documentKey(document), row)
    if (earlier) row.refuse('document', `Ese documento ya está en la ${earlier}.`)
  }
  const { state_id, municipality_id } = places.of(row, before)
  return {
    sheet: row.sheet,
    line: row.line,
    action: before ? 'igual' : 'crea',
    differences: [],
    type,
    ...storedBy((field) => row.get(field) ?? before?.[field]),
    code,
    name,
    father: null,
    currencies: [],
    state_id,
    municipality_id,
    before,
    moves: false,
  }
}

/** From whom it hangs: whom the row names, who it hangs from already, or whoever brings the workbook. */
function hangUp({ facts, names }: Work, row: BookLine, partner: PlannedPartner): void {
  const text = row.get<string>('father')
  const { before, type } = partner
  if (text === undefined) {
    const father_id = before ? before.father_id : type === 'taquilla' ? null : facts.session.partner_id
    if (!before && type === 'taquilla') row.need('father')
    partner.father = father_id === null ? null : (names.id(father_id) ?? null)
    return
  }
  const found = names.find(text, fatherTypes[type], before?.father_id)
  if (typeof found === 'string') return row.refuse('father', found)
  if (found === partner) return row.refuse('father', 'No puede depender de sí mismo.')
  partner.father = found
  partner.moves = before !== null && ('before' in found ? found.before?.id : found.id) !== before.father_id
}

const fatherOf = (one: PartnerRef): PartnerRef | null => ('before' in one ? one.father : null)

/** A chain of the workbook that comes back to where it began. */
function endless(row: BookLine, partner: PlannedPartner): void {
  const seen = new Set<PartnerRef>()
  for (let at: PartnerRef | null = partner; at; at = fatherOf(at)) {
    if (seen.has(at)) {
      partner.father = null
      return row.refuse('father', 'Los padres del libro forman un círculo.')
    }
    seen.add(at)
  }
}

function depthOf(partner: PlannedPartner): number {
  let depth = 0
  for (let at: PartnerRef | null = fatherOf(partner); at; at = fatherOf(at)) depth += 1
  return depth
}

/** What hangs from its father: whether it may be there at all, and in which currencies it sells. */
function complete({ facts, places, identities }: Work, row: BookLine, partner: PlannedPartner): void {
  const { before, father } = partner
  const given = row.get<Currency[]>('currencies')
  partner.currencies = given ?? before?.currencies ?? [...(father?.currencies ?? [])]
  if (father && partner.currencies.length > 0) {
    const asked =
      before && !partner.moves
        ? partner.currencies.filter((one) => !before.currencies.includes(one))
        : partner.currencies
    const missing = asked.filter((one) => !father.currencies.includes(one))
    if (missing.length > 0)
      row.refuse(
        'currencies',
        `${father.name} no vende en ${missing.map((one) => currencyFacts[one].name).join(' ni en ')}.`,
      )
  }
  const dropped = before?.currencies.filter((one) => !partner.currencies.includes(one)) ?? []
  if (dropped.length > 0)
    row.refuse('currencies', `Un libro no quita monedas (${dropped.join(', ')}): se quitan en su ficha.`)
  if (
    father?.status === 'inactivo' &&
    (!before || partner.moves || (before.status === 'inactivo' && partner.status === 'activo'))
  )
    row.refuse(before ? 'status' : 'father', `${father.name} está inactivo.`)
  const kept = before && keptOff(identities, before, partner)
  if (kept) row.refuse(partner.moves ? 'father' : 'status', offAboveText(kept))
  if (!before && partner.type === 'taquilla' && partner.state_id === null) inherit(partner)
  if (!before && partner.type !== 'taquilla') row.need('state', 'municipality')
  if (!before) return
  if (before.owes_outside && partner.prepaid !== before.prepaid) row.refuse('prepaid', notYours)
  const words = (one: KnownPartner | PlannedPartner, up: string) => ({
    ...one,
    father: up,
    state: places.stateName(one.state_id),
    municipality: places.municipalityName(one.municipality_id),
  })
  const was = identities.id(before.father_id)
  const after = words(partner, partner.moves ? (father?.name ?? '') : (was?.name ?? ''))
  partner.differences = differencesOf(row.sheet, words(before, was?.name ?? ''), after)
  if (partner.differences.length > 0) partner.action = 'cambia'
  // The file of one's own list has oneself on it: as it stands it changes nothing.
  if (partner.action === 'cambia' && before.id === facts.session.partner_id)
    row.refuse('code', 'Es su propio afiliado: lo cambia quien está por encima de usted.')
}

/** Who above keeps it off, where it would be switched on; moved, also who keeps off what it hangs from. */
function keptOff(identities: Identities, before: KnownPartner, { status, moves }: PlannedPartner): PartnerType | null {
  if (before.status === 'inactivo' && (status === 'activo' || moves) && before.off_above) return before.off_above
  for (let at = moves ? identities.id(before.father_id) : undefined; at; at = identities.id(at.father_id))
    if (at.status === 'inactivo' && at.off_above) return at.off_above
  return null
}

/** An office is where its agency is, unless the workbook says otherwise. */
function inherit(office: PlannedPartner): void {
  office.state_id = office.father?.state_id ?? null
  office.municipality_id = office.father?.municipality_id ?? null
}
