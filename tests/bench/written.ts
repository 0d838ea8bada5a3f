/** The document of what was measured, kept by the bench itself: each row the newest of its work, with its day and machine. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Measured } from './measure.ts'

const head = `# Measured

Written by \`npm run bench -- --write\`: each row is the newest measurement of its work. A speed is a ratio to its
yardstick in the same run.

| work | yardstick in the same run | aim | measured | reached | when, where |
|---|---|---|---|---|---|
`
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()

export interface Machine {
  cores: number
  memory_gib: number
  date: string
}

/** The rows of a run beside those that it did not measure, in the order in which each was first written. */
export function measuredText(before: string, results: readonly Measured[], machine: Machine): string {
  const rows = new Map<string, string>()
  const keyOf = (row: string) => row.split(' | ').slice(0, 2).join(' | ')
  const kept = before.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| work |'))
  for (const row of kept) rows.set(keyOf(row), row)
  const where = `${machine.date}, ${machine.cores} cores, ${machine.memory_gib} GiB`
  for (const { work, yardstick, reach, measured, reached, missing } of results) {
    if (missing) continue
    const row = `| ${[work, yardstick, reach, measured].map(cell).join(' | ')} | ${reached ? 'yes' : '**no**'} | ${where} |`
    rows.set(keyOf(row), row)
  }
  return `${head}${[...rows.values()].join('\n')}\n`
}

/** Brings the document up to date with a run. */
export function writeMeasured(path: string, results: readonly Measured[], machine: Machine): void {
  writeFileSync(path, measuredText(existsSync(path) ? readFileSync(path, 'utf8') : '', results, machine))
}
