/** What creating, saving and removing a partner needs to know of its kind. */
import type { PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Reader } from '../../platform/lists/listing.ts'
import type { FilledPartner } from './columns.ts'

/** The form of a partner, whatever its kind. */
export type PartnerForm = FilledPartner & { father_id: number }

/** What saving looks at of a row as it was. */
export interface PartnerRecord {
  id: number
  father_id: number | null
  document: string
  currencies: Currency[]
  status: 'activo' | 'inactivo'
  /** Of an agency: it sells what it gave ahead, and no more. */
  prepaid?: boolean
  version: number
}

export interface PartnerKind<Row extends PartnerRecord> {
  type: PartnerType
  /** One within reach. @throws Problem `not_found` */
  read: (reader: Reader, id: number) => Promise<Row>
  /** The part of a row that a person set, for the audit log. */
  trace: (row: Row) => unknown
}

export interface SavedKind<Row extends PartnerRecord> extends PartnerKind<Row> {
  /** What else a change of its currencies does or forbids, in the transaction of the save and after it. */
  offer: (db: Executor, id: number, before: readonly Currency[], after: readonly Currency[]) => Promise<void>
}
