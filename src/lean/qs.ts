/**
 * What Refine asks of `qs`: an address's query as flat values, and back. Nested keys (`filters[0][field]`)
 * stay names as they are written: the console's own lists read the address themselves.
 */
import { queryWith, type Params } from '@contract/address.ts'

interface Written {
  addQueryPrefix?: boolean
}

function parse(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

function stringify(values: Record<string, unknown>, { addQueryPrefix }: Written = {}): string {
  const query = queryWith('', values as Params)
  return query && addQueryPrefix ? `?${query}` : query
}

export default { parse, stringify }
