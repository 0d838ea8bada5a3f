/**
 * The one maker of addresses: a path with its query, of the console's screens and of the server's calls alike. What is not
 * known is in no address, and what has no words (an object) cannot be asked of it: whoever makes one by hand writes
 * `product_id=undefined` sooner or later.
 */

/** Under this name an address says which banca's database it is of: calls, and screens of who has several. */
export const databaseParameter = 'db-identifier'

/** What an address can say of a thing. */
export type AddressValue = string | number | boolean | readonly (string | number)[] | null | undefined
export type Params = Readonly<Record<string, AddressValue>>

/** A value as an address writes it: lists by commas; null for what is in none: nothing, an empty text or list, no number. */
export function addressText(value: AddressValue): string | null {
  if (value === undefined || value === null || Number.isNaN(value)) return null
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return text === '' ? null : text
}

/** The query `search` after changes, without its question mark: what they say stands in it, what they say nothing of is taken out of it. */
export function queryWith(search: string, changes: Params): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    const text = addressText(value)
    if (text === null) params.delete(name)
    else params.set(name, text)
  }
  // Lists are read by people too.
  return params.toString().replaceAll('%2C', ',')
}

/** A path with what it is asked. */
export function addressOf(path: string, params: Params): string {
  const query = queryWith('', params)
  return query === '' ? path : `${path}?${query}`
}
