/** Builds a demo's tree of partners from its entries, with what each office sells like. */
import type { PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { AgencyEntry } from './data/demo-tree.ts'
import { placeOf } from './locations.ts'
import type { DemoOffice, DemoPartner } from './plan.ts'
import type { Random } from './random.ts'

const codeLetters: Record<PartnerType, string> = { banca: 'B', distribuidor: 'D', agencia: 'A', taquilla: 'T' }

export class TreePlan {
  readonly partners: DemoPartner[] = []
  readonly offices: DemoOffice[] = []
  readonly #country: 'VE' | 'PA'
  readonly #random: Random
  readonly #counts = new Map<PartnerType, number>()

  constructor(country: 'VE' | 'PA', random: Random) {
    this.#country = country
    this.#random = random
  }

  add(
    type: PartnerType,
    father_id: number | null,
    name: string,
    at: readonly [state: string, municipality: string],
    currencies: readonly Currency[],
  ): DemoPartner {
    const n = (this.#counts.get(type) ?? 0) + 1
    this.#counts.set(type, n)
    const partner: DemoPartner = {
      id: this.partners.length + 1,
      father_id,
      type,
      code: `${codeLetters[type]}${String(n).padStart(3, '0')}`,
      name,
      currencies,
      status: 'activo',
      document: type === 'taquilla' ? '' : this.#document(),
      phone: this.#phone(),
      email: type === 'taquilla' ? '' : this.#email(name),
      address:
        type === 'taquilla' ? '' : `${this.#random.pick(streets)}, local ${this.#random.between(1, 40)}, ${at[1]}`,
      ...placeOf(...at),
    }
    this.partners.push(partner)
    return partner
  }

  /** An agency with its offices. The first office of an agency sells the most. */
  agency(father_id: number, [name, state, municipality, offices, usd, cop, stakes]: AgencyEntry): void {
    const local: Currency[] = this.#country === 'VE' ? ['BS'] : []
    const currencies: Currency[] = [...local, ...(usd ? ['USD' as const] : []), ...(cop ? ['COP' as const] : [])]
    const agency = this.add('agencia', father_id, `Agencia ${name}`, [state, municipality], currencies)
    for (let n = 1; n <= offices; n++) {
      const office = this.add('taquilla', agency.id, `Taquilla ${name} ${n}`, [state, municipality], currencies)
      const shares: (readonly [Currency, number])[] = [
        ...local.map((one) => [one, 100 - usd - cop] as const),
        ['USD', usd],
        ['COP', cop],
      ]
      this.offices.push({
        partner_id: office.id,
        agency_id: agency.id,
        chain: this.#chain(office),
        stakes,
        weight: (0.35 + this.#random.unit() ** 3 * 4) / n ** 0.7,
        currencies: shares.filter(([, share]) => share > 0),
      })
    }
  }

  /** The office in that place of an agency, by the agency's name. */
  office(agency: string, n = 1): DemoOffice {
    const found = this.offices.find((one) => this.partners[one.partner_id - 1]!.name === `Taquilla ${agency} ${n}`)
    if (!found) throw new Error(`no such office: ${agency} ${n}`)
    return found
  }

  partner(name: string): DemoPartner {
    const found = this.partners.find((one) => one.name === name)
    if (!found) throw new Error(`no such partner: ${name}`)
    return found
  }

  #chain(office: DemoPartner): number[] {
    const chain = [office.id]
    for (let father = office.father_id; father !== null; father = this.partners[father - 1]!.father_id)
      chain.push(father)
    return chain
  }

  #document(): string {
    if (this.#country === 'PA') return `155${this.#random.digits(6)}-2-20${this.#random.between(10, 24)}`
    return `J-${this.#random.between(29, 41)}${this.#random.digits(6)}-${this.#random.digits(1)}`
  }

  #phone(): string {
    if (this.#country === 'PA') return `+507 6${this.#random.digits(3)}-${this.#random.digits(4)}`
    return `${this.#random.pick(['0412', '0414', '0416', '0424', '0426'])}-${this.#random.digits(7)}`
  }

  #email(name: string): string {
    return `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\W+/g, '.')}@ejemplo.com`
  }
}

const streets = [
  'Av. Bolívar',
  'Av. Principal',
  'Calle Comercio',
  'Av. Libertador',
  'Calle Sucre',
  'Av. Universidad',
  'Calle Miranda',
  'Av. Urdaneta',
  'Carrera 5',
  'C. C. Plaza',
]
