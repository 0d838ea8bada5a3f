/**
 * What Refine asks of `qs`: an address's query as flat values, and back. Nested keys (`filters[0][field]`)
 * stay names as they are written: the console's own lists read the address themselves.
 */
interface Written {
  addQueryPrefix?: boolean
}

function parse(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

function stringify(values: Record<string, unknown>, { addQueryPrefix }: Written = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query && addQueryPrefix ? `?${query}` : query
}

export default { parse, stringify }
