/** Commands beside the server: on the database of DATABASE_URL, or the embedded one, running or not. */
import { createPool, type Pool } from '../platform/db/connect.ts'
import { EmbeddedError, ensureDatabase, joinEmbedded } from '../platform/db/embedded.ts'
import { isDiskFull } from '../platform/db/lost.ts'
import { upgrade } from '../upgrade.ts'

/** Runs `work` over a migrated database and exits: 0, or 1 with one sentence. */
export async function command(work: (pool: Pool) => Promise<void>): Promise<void> {
  const url = process.env['DATABASE_URL']
  const embedded = url ? null : await joinEmbedded({ log: (line) => console.log(line) }).catch(fail)
  const database = url ?? embedded!.url('sorteo')
  let pool: Pool | undefined
  try {
    if (embedded) await ensureDatabase(embedded.url('postgres'), 'sorteo')
    await upgrade(database)
    pool = createPool(database, { max: 4, statement_timeout_ms: 0 })
    await work(pool)
  } catch (error) {
    process.exitCode = 1
    console.error(sentenceOf(error))
  } finally {
    await pool?.end()
    await embedded?.stop()
  }
}

/** What a command has to say to the person who ran it, in one sentence. */
export class CommandError extends Error {}

/** What is said of a fault: one sentence where there is one, otherwise all of it. */
function sentenceOf(error: unknown): unknown {
  if (isDiskFull(error)) return 'No queda espacio en disco: haga lugar y repita.'
  return error instanceof CommandError || error instanceof EmbeddedError ? error.message : error
}

function fail(error: unknown): never {
  console.error(sentenceOf(error))
  process.exit(1)
}

/** `--name value` pairs of the command line; a name without a value is `true`. */
export function options(): Record<string, string> {
  const found: Record<string, string> = {}
  const words = process.argv.slice(2)
  words.forEach((word, at) => {
    if (!word.startsWith('--')) return
    const next = words[at + 1]
    found[word.slice(2)] = next === undefined || next.startsWith('--') ? 'true' : next
  })
  return found
}
