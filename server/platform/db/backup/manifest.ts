/**
 * What a backup says of itself. `about.json` comes first in the file, so that a foreign one is refused before
 * anything is unpacked; `manifest.json` comes last, when the sum of every file is known.
 */
import { z } from 'zod'
import { EmbeddedError } from '../embedded/account.ts'

/** Counts the shapes of the file; one that is higher than this is a later program's. */
export const FORMAT = 1
export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'

const aboutShape = z.object({
  format: z.literal(FORMAT),
  /** Of the program, as in package.json. */
  product_version: z.string(),
  postgres_version: z.string(),
  /** The server's files are those of one kind of machine: `linux-x64`. */
  machine: z.string(),
  /** Of each database its tables' version: how many migrations, and when the last of them was written (ms since 1970). */
  databases: z.array(z.object({ name: z.string(), migrations: z.number(), last_migration: z.number() })),
  started_at: z.iso.datetime(),
  start_lsn: z.string(),
  /** Of the cluster as it was looked at, for who shows how far it is. */
  bytes: z.number(),
})
const manifestShape = aboutShape.extend({
  finished_at: z.iso.datetime(),
  stop_lsn: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })),
})

export type About = z.infer<typeof aboutShape>
export type Manifest = z.infer<typeof manifestShape>
export type FileSum = Manifest['files'][number]

/** What this program is, to judge a backup by. */
export interface Program {
  version: string
  /** When its newest migration was written, in ms since 1970. */
  last_migration: number
}

export const damagedError = (file: string, why: string) =>
  new EmbeddedError(`La copia ${file} está alterada o incompleta (${why}): no se restauró nada.`)

function parse<T>(shape: z.ZodType<T>, text: string, file: string, name: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw damagedError(file, `${name} no se entiende`)
  }
}

/** Whether a dotted version is later than another: `0.10.0` than `0.9.3`. */
function isLater(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  for (let at = 0; at < Math.max(a!.length, b!.length); at++) {
    const difference = (a![at] ?? 0) - (b![at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

const majorOf = (version: string) => version.split('.')[0]

/**
 * Reads the beginning of a backup and throws an EmbeddedError unless this program, with PostgreSQL of the version
 * given, can serve what is in it.
 */
export function mustBeRestorable(text: string, file: string, product: Program, postgresVersion: string): About {
  const { format } = parse(z.object({ format: z.number() }), text, file, ABOUT)
  if (format > FORMAT) throw newer(file)
  const about = parse(aboutShape, text, file, ABOUT)
  if (majorOf(about.postgres_version) !== majorOf(postgresVersion)) {
    throw new EmbeddedError(
      `La copia ${file} es de PostgreSQL ${about.postgres_version} y aquí está el ` +
        `${postgresVersion}: restáurela con la versión de Sorteo que la hizo.`,
    )
  }
  const machine = `${process.platform}-${process.arch}`
  if (about.machine !== machine) {
    throw new EmbeddedError(
      `La copia ${file} es de otro tipo de máquina (${about.machine}; esta es ${machine}): pásela con pg_dump y pg_restore.`,
    )
  }
  const isNewer = about.databases.some((one) => one.last_migration > product.last_migration)
  if (isNewer || isLater(about.product_version, product.version)) throw newer(file)
  return about
}

const newer = (file: string) =>
  new EmbeddedError(`La copia ${file} es de una versión más nueva de Sorteo: actualice el programa y repita.`)

/** Reads the end of a backup. */
export function readManifest(text: string, file: string): Manifest {
  return parse(manifestShape, text, file, MANIFEST)
}

/** Compares what was unpacked with what was packed; throws an EmbeddedError at the first difference. */
export function compareFiles(manifest: Manifest, found: ReadonlyMap<string, FileSum>, file: string): void {
  for (const { path, size, sha256 } of manifest.files) {
    const one = found.get(path)
    if (!one) throw damagedError(file, `falta ${path}`)
    if (one.size !== size || one.sha256 !== sha256) throw damagedError(file, `${path} no es el que se guardó`)
  }
  if (found.size !== manifest.files.length) throw damagedError(file, 'sobran archivos')
}
