/**
 * What a person had written when the session or the tab ended, kept in this tab's sessionStorage
 * under the user, the banca's database and the form. It is given back to the same user only:
 * whoever signs in next in the same tab finds nothing.
 */
import { ownKey, type Owner } from '../page/own-key.ts'

interface StoredDraft {
  saved_at: string
  values: unknown
}

const kind = 'draft'
const prefix = `sorteo:${kind}:`

/** Keeps `values` (anything JSON can hold). A full or forbidden storage loses the draft, never the form. */
export function keepDraft(owner: Owner, form: string, values: unknown): void {
  try {
    const stored: StoredDraft = { saved_at: new Date().toISOString(), values }
    sessionStorage.setItem(ownKey(kind, owner, form), JSON.stringify(stored))
  } catch {
    return
  }
}

/** The draft of this form by this user, or null. Its instant is ISO 8601 UTC. */
export function readDraft(owner: Owner, form: string): StoredDraft | null {
  try {
    const text = sessionStorage.getItem(ownKey(kind, owner, form))
    if (text === null) return null
    const stored = JSON.parse(text) as StoredDraft
    return typeof stored.saved_at === 'string' && 'values' in stored ? stored : null
  } catch {
    return null
  }
}

/** Forgets one form's draft: it was saved, or its changes were discarded on purpose. */
export function dropDraft(owner: Owner, form: string): void {
  try {
    sessionStorage.removeItem(ownKey(kind, owner, form))
  } catch {
    return
  }
}

/** Forgets every draft that is not this user's in this database. Called with null it forgets all. */
export function dropForeignDrafts(owner: Owner | null): void {
  const own = owner && ownKey(kind, owner, '')
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) sessionStorage.removeItem(key)
  }
}
