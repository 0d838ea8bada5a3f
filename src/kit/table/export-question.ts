/** What a file is asked, for who waits for it and for who leaves it to the server. */
import { nameOf, type Arguments, type Endpoint } from '@contract/endpoint.ts'
import type { FileQuestion } from '@contract/files.ts'

/** The ways a file is written, and what each is for. */
export const formats = [
  { key: 'xlsx', label: 'Excel (XLSX)', query: { format: 'xlsx' } },
  { key: 'csv', label: 'CSV, coma decimal', query: { format: 'csv', csv_style: 'es-VE' } },
  { key: 'csv-int', label: 'CSV internacional, punto decimal', query: { format: 'csv', csv_style: 'international' } },
] as const
export type Format = (typeof formats)[number]

// oxlint-disable-next-line typescript/no-explicit-any -- the schemas of any export fit here
export type FileEndpoint = Endpoint<any, any, any, 'file'>
/** The filters on screen. */
export type Filters = Readonly<Record<string, unknown>>

/** Where the list asks by a body, its file does too, and the format stays in the address. A file has no pages. */
export function exportArguments(endpoint: FileEndpoint, query: Filters, format?: Format): Arguments<FileEndpoint> {
  const { page: _page, per_page: _size, ...filters } = query
  const written = format?.query ?? {}
  const parts = endpoint.body ? { body: filters, query: written } : { query: { ...filters, ...written } }
  return parts as Arguments<FileEndpoint>
}

/** The same for the server to keep: with `period` its days stay relative. */
export function questionOf(
  endpoint: FileEndpoint,
  query: Filters,
  { format, period }: { format?: Format; period?: FileQuestion['period'] } = {},
): FileQuestion {
  const { from: _from, to: _to, ...undated } = query
  const { entity, name: call } = nameOf(endpoint)
  const parts = exportArguments(endpoint, period ? undated : query, format) as Partial<FileQuestion>
  return { entity, call, query: {}, ...parts, ...(period && { period }) }
}
