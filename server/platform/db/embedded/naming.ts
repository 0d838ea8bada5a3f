/**
 * initdb and postgres refuse an account that has no name on its system, as in a container started under a
 * bare number. The way to give it one without touching the system's list or PostgreSQL's programs is
 * `nss_wrapper`, a library that is loaded before the C library and answers from a file instead.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedError, type Account } from './account.ts'

const triplets: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', arm: 'arm', ia32: 'i386' }
const folders = [
  '/usr/lib64',
  `/usr/lib/${triplets[process.arch] ?? process.arch}-linux-gnu`,
  '/usr/lib',
  '/usr/local/lib',
]

/** The library, where this system has it. */
export function nameLibrary(): string | undefined {
  return folders.map((folder) => join(folder, 'libnss_wrapper.so')).find((path) => existsSync(path))
}

function isNamed(uid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    if (
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .some((line) => line.split(':')[2] === String(uid))
    )
      return true
  } catch {
    // A system without the list may know its accounts otherwise.
  }
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0
}

/**
 * The account with a name, which the folder of the installation holds where the system has none. Throws an
 * EmbeddedError with what to do where it can't be given one.
 */
export function withName(account: Account, dataDir: string): Account {
  if (isNamed(account.uid)) return account
  const library = nameLibrary()
  if (!library)
    throw new EmbeddedError(
      `PostgreSQL pide que la cuenta número ${account.uid} tenga un nombre y este sistema ` +
        'no se lo da: agréguela a /etc/passwd, instale el paquete libnss-wrapper o indique ' +
        'una base de datos en DATABASE_URL.',
    )
  const [passwd, group] = [join(dataDir, 'passwd'), join(dataDir, 'group')]
  writeFileSync(passwd, `sorteo:x:${account.uid}:${account.gid}::/:/bin/false\n`, { mode: 0o644 })
  writeFileSync(group, `sorteo:x:${account.gid}:\n`, { mode: 0o644 })
  return { ...account, env: { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group } }
}
