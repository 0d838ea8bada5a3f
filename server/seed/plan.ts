/** What a demo banca is made of, before it is written: its tree, its people, its terms. */
import { roles, type Role } from '@contract/access/rules.ts'
import type { PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'

export interface DemoPartner {
  /** Ids are given in the order of the plan, fathers first. */
  id: number
  father_id: number | null
  type: PartnerType
  code: string
  name: string
  document: string
  phone: string
  email: string
  address: string
  state_id: number
  municipality_id: number
  currencies: readonly Currency[]
  status: 'activo' | 'inactivo'
}

/** What an office sells like. */
export interface DemoOffice {
  partner_id: number
  agency_id: number
  /** Ancestors from the office itself up to the banca. */
  chain: readonly number[]
  /** Share of all tickets, in no unit. */
  weight: number
  /** Share of its tickets by currency, in no unit. */
  currencies: readonly (readonly [Currency, number])[]
  /** Stakes of its neighbourhood against the usual ones. */
  stakes: number
  /** It sells from and until these days of the demo, counted from the first; missing is always. */
  from_day?: number
  until_day?: number
}

export interface DemoUser {
  username: string
  name: string
  role: Role
  partner_id: number
  manage_childs?: true
  awarding_results?: true
  /** Signs in with the demo password; the others have none that works. */
  demo?: true
}

/** Missing product, bet type or currency means any. */
export interface DemoRate {
  partner_id: number
  product_id?: number
  bet_type_id?: number
  currency?: Currency
  commission_kind: 'VENTA' | 'UTILIDAD'
  commission_percent: string
  participation_kind: 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE'
  participation_percent: string
}

export interface Quota {
  product_id: number
  bet_type_id: number
  currency: Currency
  /** Whole units of the currency. */
  amount: number
}

export interface DemoPlan {
  name: string
  document: string
  country_iso2: 'VE' | 'PA'
  zone: 'America/Caracas' | 'America/Panama'
  currencies: readonly Currency[]
  partners: readonly DemoPartner[]
  offices: readonly DemoOffice[]
  users: readonly DemoUser[]
  rates: readonly DemoRate[]
  products: readonly number[]
}

/** The password of every demo user; the demo is for looking around, its data are made up. */
export const demoPassword = 'sorteo-demo-2026'

/** The roles by what their people do, in the order the rules list them. */
export const [bancaAdmin, bancaSupervisor, distributorOwner, agencyAdmin, seller, pollaSeller] = roles
