/** What creating, saving and removing a partner needs to know of its kind. */
import type { z } from 'zod'
import type { partnerFields } from '@contract/partner-fields.ts'
import type { PartnerType } from '@contract/partners.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Reader } from '../../platform/lists/listing.ts'

type Fields = typeof partnerFields
/** The form of a partner, whatever its kind. */
export type PartnerForm = { [K in keyof Omit<Fields, 'state_id' | 'municipality_id'>]: z.output<Fields[K]> } & {
  father_id: number
  /** Null only where its father's will do. */
  state_id: number | null
  municipality_id: number | null
}

/** What saving looks at of a row as it was. */
export interface PartnerRow {
  id: number
  father_id: number | null
  document: string
  currencies: Currency[]
  status: 'activo' | 'inactivo'
  version: number
}

export interface PartnerKind<Row extends PartnerRow> {
  type: PartnerType
  /** One within reach. @throws Problem `not_found` */
  read: (reader: Reader, id: number) => Promise<Row>
  /** The part of a row that a person set, for the audit log. */
  trace: (row: Row) => unknown
}

export interface SavedKind<Row extends PartnerRow> extends PartnerKind<Row> {
  /** What else a change of its currencies does or forbids, in the transaction of the save and after it. */
  offer: (db: Executor, id: number, before: readonly Currency[], after: readonly Currency[]) => Promise<void>
}
