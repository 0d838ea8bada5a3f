/** Where the data go when nobody says: beside the program, or the nearest place that works. */
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, rmdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { repository } from '../../repository.ts'
import { accountFor, blockedAt, EmbeddedError, nearestExisting } from './account.ts'

/** True when a folder below `dataDir` can be made and handed to the account that is to run the server. */
function isUsable(dataDir: string): boolean {
  const account = accountFor(dataDir)
  if (blockedAt(dataDir, account)) return false
  const probe = join(nearestExisting(dataDir), `.probe-${randomBytes(4).toString('hex')}`)
  try {
    mkdirSync(probe)
    try {
      if (account.switched) chownSync(probe, account.uid, account.gid)
    } finally {
      rmdirSync(probe)
    }
    return true
  } catch {
    return false
  }
}

function fallbacks(): string[] {
  const name = createHash('sha256').update(repository).digest('hex').slice(0, 12)
  const uid = process.getuid?.() ?? 0
  if (uid === 0) return [join('/var/lib/sorteo', name)]
  const temporary = join(tmpdir(), `sorteo-datos-${uid}-${name}`)
  try {
    return [join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'sorteo', name), temporary]
  } catch {
    return [temporary]
  }
}

/**
 * The folder of the embedded database: `$SORTEO_DATA/pg`, else `data/pg` in the checkout, else,
 * where that cannot be written or the server's account cannot reach it, a place outside; `log` says so.
 */
export function defaultDataDir(log: (message: string) => void = () => {}): string {
  if (process.env.SORTEO_DATA) return resolve(process.env.SORTEO_DATA, 'pg')
  const preferred = join(repository, 'data', 'pg')
  if (isUsable(preferred)) return preferred
  for (const folder of fallbacks()) {
    const dataDir = join(folder, 'pg')
    if (!isUsable(dataDir)) continue
    const warning = folder.startsWith(tmpdir()) ? ' Es una carpeta temporal: indique otra con SORTEO_DATA.' : ''
    log(`La base de datos no puede usar ${preferred}; sus datos quedan en ${dataDir}.${warning}`)
    return dataDir
  }
  throw new EmbeddedError(`La base de datos no puede usar ${preferred}: indique otra carpeta con SORTEO_DATA.`)
}
