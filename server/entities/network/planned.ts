/** What a workbook comes to: faults, or what each of its rows does. Shapes alone. */
import type { Role } from '@contract/access/rules.ts'
import type { Rate, RatePart } from '@contract/commission-rates.ts'
import type { NetworkSheet } from '@contract/network-sheets.ts'
import type { PartnerType } from '@contract/partners.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { StoredPartner } from '../partners/columns.ts'
import type { Known, KnownPartner, KnownUser } from './known.ts'
import type { Book } from './read.ts'

export interface SheetFault {
  sheet: NetworkSheet
  line: number
  column: string
  value: string
  message: string
}

interface Planned {
  sheet: NetworkSheet
  line: number
  action: 'crea' | 'cambia' | 'igual'
  /** `Teléfono: 0414… → 0424…` */
  differences: string[]
}

/** A partner as it will be. */
export interface PlannedPartner extends Planned, StoredPartner {
  type: PartnerType
  /** Null for one without a father of its own in reach: it stays where it is. */
  father: PartnerRef | null
  before: KnownPartner | null
  moves: boolean
}

/** A partner that others name: of the workbook, or of the network as it is. */
export type PartnerRef = PlannedPartner | KnownPartner

export interface PlannedUser extends Planned {
  username: string
  name: string
  role: Role
  partner: PartnerRef
  manage_childs: boolean
  awarding_results: boolean
  email: string
  status: 'activo' | 'inactivo'
  before: KnownUser | null
}

export interface PlannedRate extends Planned {
  partner: PartnerRef
  product_id: number | null
  bet_type_id: number | null
  currency: Currency | null
  /** `Lotto Activo · Animalito · BS` */
  label: string
  /** Its own so far. */
  before: Rate | null
  rate: Rate
  /** What of it is set. */
  part: RatePart
}

export interface Plan {
  faults: SheetFault[]
  partners: PlannedPartner[]
  users: PlannedUser[]
  rates: PlannedRate[]
}

export interface PlanContext {
  book: Book
  known: Known
  session: SessionUser
}

/** The identity that the database knows; none for one that is only planned. */
export const idOf = (ref: PartnerRef): number | null => ('before' in ref ? (ref.before?.id ?? null) : ref.id)
