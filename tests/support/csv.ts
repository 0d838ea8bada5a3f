/** A list's file, in international CSV, as a test reads it. */

/** The column titles and the rows below them; `first` is what the line of titles begins with. */
export function tableOf(raw: Buffer, first: string): { titles: string[]; rows: string[][] } {
  const lines = raw.toString('utf8').split('\r\n')
  const head = lines.findIndex((line) => line.startsWith(first))
  const end = lines.findIndex((line, index) => index > head && line === '')
  const cells = (line: string) => line.split(',')
  return { titles: cells(lines[head] ?? ''), rows: lines.slice(head + 1, end < 0 ? undefined : end).map(cells) }
}

/** What stands above the table: the filters, and how many rows there are. */
export function headingOf(raw: Buffer): Record<string, string> {
  const lines = raw.toString('utf8').replace('\uFEFF', '').split('\r\n')
  return Object.fromEntries(lines.flatMap((line) => (/^[^,]+,[^,]+$/.test(line) ? [line.split(',')] : [])))
}
