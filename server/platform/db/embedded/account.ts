/**
 * Under which system account PostgreSQL runs. It refuses to run as root, so a root process
 * hands it to an unprivileged one; nobody else is asked for anything.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { lstatSync, statSync } from 'node:fs'
import { dirname, parse, resolve, sep } from 'node:path'

/** `nobody` on current Linux systems; as a bare number it needs no creating anywhere. */
export const NOBODY = 65534

export interface Account {
  uid: number
  gid: number
  /** True when this process is root and the server runs as somebody else. */
  switched: boolean
  /** What its programs need beside the ordinary environment (`naming.ts`). */
  env?: Readonly<Record<string, string>>
}

/** A sentence for the person who starts the server: shown alone, without a stack. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

const causes: Record<string, string> = {
  EACCES: 'falta permiso',
  EPERM: 'falta permiso',
  EROFS: 'es de solo lectura',
  ENOSPC: 'no queda espacio en disco',
  EDQUOT: 'no queda espacio en disco para este usuario',
  '53100': 'no queda espacio en disco',
  ENOTDIR: 'una parte de la ruta no es una carpeta',
}

/** Why the system refused something, for the end of a sentence. */
export function causeOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return causes[code] ?? message
}

/** The nearest folder at or above `path` that exists, as far as this process may see. */
export function nearestExisting(path: string): string {
  const folder = resolve(path)
  if (folder === parse(folder).root) return folder
  try {
    lstatSync(folder)
    return folder
  } catch {
    return nearestExisting(dirname(folder))
  }
}

/**
 * Who is to own the database below `dataDir`. A root process takes the owner of the folder the
 * data go to, so that after `sudo npm start` the checkout's owner can start it too, and `nobody`
 * where that folder is root's own.
 */
export function accountFor(dataDir: string): Account {
  const self = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1, switched: false }
  if (self.uid !== 0) return self
  const owner = statSync(nearestExisting(dataDir))
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true }
  return { uid: NOBODY, gid: NOBODY, switched: true }
}

/** The first folder above `path` that the account may not pass through, or undefined when it can reach `path`. */
export function blockedAt(path: string, account: Account): string | undefined {
  if (!account.switched) return undefined
  const { root } = parse(resolve(path))
  let folder = root
  for (const part of dirname(resolve(path)).slice(root.length).split(sep)) {
    folder = resolve(folder, part)
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (!stat) return undefined
    const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0
    if (!((stat.mode >> shift) & 1)) return folder
  }
  return undefined
}

/**
 * Starts a program as the account, in a session of its own, so that the terminal's Ctrl+C reaches
 * this process only, and with an environment that holds nothing of ours.
 */
export function spawnAs(account: Account, command: string, args: string[], stdio: StdioOptions): ChildProcess {
  return spawn(command, args, {
    stdio,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C', TZ: 'UTC', ...account.env },
    ...(account.switched && { uid: account.uid, gid: account.gid }),
  })
}

/** Runs a program to its end and gives back its exit code (-1 when it could not start) and all it printed. */
export function runAs(
  account: Account,
  command: string,
  args: string[],
  input = '',
): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    let output = ''
    const child = spawnAs(account, command, args, ['pipe', 'pipe', 'pipe'])
    const collect = (chunk: Buffer) => (output += chunk.toString())
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => done({ code: -1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? -1, output }))
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
