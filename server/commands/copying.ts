/** What `backup` and `restore` share: their words on the command line, how far they are, and how they end. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newestMigration } from '../migrations/files.ts'
import { Interrupted, type CopyOptions } from '../platform/db/backup/backup.ts'
import { EmbeddedError } from '../platform/db/embedded.ts'
import { repository } from '../platform/repository.ts'
import { CommandError } from './command.ts'

/** As a shell says of a program that Ctrl+C ended. */
const INTERRUPTED = 130
const SHOW_EVERY_MS = 500

const number = (value: number) => value.toLocaleString('es-VE', { maximumFractionDigits: 1 })

/** `45,2 MB` */
export const megabytes = (bytes: number): string => `${number(bytes / 1e6)} MB`

interface Progress {
  begin: (title: string) => void
  show: (done: number, total: number) => void
  clear: () => void
}

/** Shows how far it is on the error stream, in one line and on a terminal alone: a timer's mail tells what failed. */
function progress(): Progress {
  if (!process.stderr.isTTY) return { begin: () => undefined, show: () => undefined, clear: () => undefined }
  let shown = 0
  return {
    begin: (title) => process.stderr.write(`${title}\n`),
    show(done, total) {
      if (Date.now() - shown < SHOW_EVERY_MS) return
      shown = Date.now()
      const percent = total > 0 ? Math.floor((done / total) * 100) : 0
      process.stderr.write(`\r\x1b[K${megabytes(done)} de ${megabytes(total)} (${percent} %)`)
    },
    clear: () => process.stderr.write('\r\x1b[K'),
  }
}

/** `FILE [--force]`, the file as seen from where npm was called. */
function given(usage: string): { file: string; force: boolean } {
  const words = process.argv.slice(2)
  const [file, ...more] = words.filter((word) => !word.startsWith('--'))
  const unknown = words.find((word) => word.startsWith('--') && word !== '--force')
  if (unknown) throw new CommandError(`No se reconoce ${unknown}.\n\n${usage}`)
  if (!file || more.length > 0) throw new CommandError(usage)
  if (process.env['DATABASE_URL']) {
    throw new CommandError(
      'Con DATABASE_URL la base de datos no es la incluida: use las herramientas de PostgreSQL (pg_dump, pg_basebackup).',
    )
  }
  return { file: resolve(process.env['INIT_CWD'] ?? '.', file), force: words.includes('--force') }
}

function product(): CopyOptions['product'] {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { version: string }
  return { version, last_migration: newestMigration() }
}

/**
 * Runs `work`, which `title` begins to tell of, and exits: 0, 1 with one sentence, or 130 when it was interrupted.
 * What `work` answers is printed.
 */
export async function copying(
  usage: string,
  title: string,
  work: (options: CopyOptions) => Promise<string>,
): Promise<void> {
  const end = new AbortController()
  // A second Ctrl+C, or npm's beside the terminal's, changes nothing: what was begun is being undone.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end.abort())
  const { begin, show, clear } = progress()
  const log = (line: string) => {
    clear()
    process.stderr.write(`${line}\n`)
  }
  try {
    const { file, force } = given(usage)
    begin(`${title} ${file}…`)
    const done = await work({ file, force, product: product(), log, progress: show, signal: end.signal })
    clear()
    console.log(done)
  } catch (error) {
    process.exitCode = error instanceof Interrupted ? INTERRUPTED : 1
    clear()
    console.error(error instanceof CommandError || error instanceof EmbeddedError ? error.message : error)
  }
}
