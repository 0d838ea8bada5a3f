/** Codes, names and documents that are somebody's: in the network, or further up in the workbook. */
import { documentKey } from '@contract/partner-fields.ts'
import type { PartnerType } from '@contract/partners.ts'
import { fold } from '@contract/values/text.ts'
import type { KnownPartner } from './known.ts'
import type { BookLine } from './rows.ts'

export class Identities {
  private readonly codes = new Map<string, KnownPartner>()
  private readonly ids = new Map<number, KnownPartner>()
  private readonly names = new Map<string, string>()
  private readonly documents = new Map<string, string>()
  private readonly rows = new Map<string, Map<string, BookLine>>()

  constructor(known: readonly KnownPartner[]) {
    for (const one of known) {
      this.codes.set(one.code, one)
      this.ids.set(one.id, one)
      this.names.set(`${one.type}|${one.name_key}`, one.code)
      if (one.document) this.documents.set(`${one.type}|${documentKey(one.document)}`, one.code)
    }
  }

  id(id: number | null): KnownPartner | undefined {
    return id === null ? undefined : this.ids.get(id)
  }

  known(code: string): KnownPartner | undefined {
    return this.codes.get(code)
  }

  /** Where the workbook has such a thing (`of`: a code; of a type a name, a document) already. */
  again(of: string, key: string, row: BookLine): string | undefined {
    const rows = this.rows.get(of) ?? new Map<string, BookLine>()
    this.rows.set(of, rows)
    const before = rows.get(key)
    if (before) return `fila ${before.line} de ${before.sheet}`
    rows.set(key, row)
    return undefined
  }

  /** Whose the document is, by code. */
  documented(type: PartnerType, document: string): string | undefined {
    return this.documents.get(`${type}|${documentKey(document)}`)
  }

  /** Whose the name is, by code. */
  named(type: PartnerType, name: string): string | undefined {
    return this.names.get(`${type}|${fold(name)}`)
  }
}
