/** How long each file of tests takes, as the last run that was asked to write it down saw it: `npm test -- --times`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../server/install.mjs'

const path = fileURLToPath(new URL('seconds.json', import.meta.url))
/** What takes less waits for nobody. */
const LEAST = 3

/** Seconds by the path of a file, of those that take longest. @returns {Record<string, number>} */
export const readSeconds = () => JSON.parse(readFileSync(path, 'utf8'))

/**
 * Writes down what reports of whole suites say; of suites that did not run, what stood stays.
 * @param {{ name: string, startTime: number, endTime: number }[]} results
 */
export function writeSeconds(results) {
  const seconds = readSeconds()
  for (const { name, startTime, endTime } of results) {
    const taken = Math.round((endTime - startTime) / 1000)
    delete seconds[relative(root, name)]
    if (taken >= LEAST) seconds[relative(root, name)] = taken
  }
  const longestFirst = Object.entries(seconds).sort(([, one], [, other]) => other - one)
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(longestFirst), null, 2)}\n`)
}
