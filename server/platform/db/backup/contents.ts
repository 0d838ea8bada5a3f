/** Which files of a running cluster belong into a copy of it: the rules of PostgreSQL's own base backups. */
import { open, readdir, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedError } from '../embedded/account.ts'

export interface ClusterPart {
  /** From the cluster's folder, with `/`. */
  path: string
  type: 'file' | 'folder'
  /** Bytes when it was looked at; it may change at any moment. */
  size: number
}

/** Must exist in a copy, and empty: what is in them ends with the server, or is copied apart (pg_wal). */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Of the running server, or of a copy that this cluster was made from. */
const ownFiles = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'current_logfiles',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
])
/** How PostgreSQL names its files; what a system or a person left among them (`.DS_Store`) is no part of a copy. */
const plain = /^[\w-][\w.-]*$/
/** Temporary files and relations, and a cache that is made anew. */
const passing = /^(pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+(_\w+)?(\.\d+)?|.*\.tmp)$/

export const CONTROL = 'global/pg_control'

/** Nothing for what is not there, an error for anything else. */
export function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Folders and files of a cluster that a copy holds. Neither the log of changes nor `pg_control`, which are to be
 * copied last: what they know of must be in the files before. Throws an EmbeddedError where something lies outside of the folder.
 */
export async function clusterParts(cluster: string): Promise<ClusterPart[]> {
  const parts: ClusterPart[] = []
  const walk = async (folder: string): Promise<void> => {
    // A folder may go with its database, as a file does: the log of changes says so.
    const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch(ifGone)
    for (const entry of entries ?? []) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (emptied.has(path)) {
        parts.push({ path, type: 'folder', size: 0 })
        continue
      }
      if (ownFiles.has(path) || passing.test(entry.name) || !plain.test(entry.name) || path === CONTROL) continue
      if (entry.isDirectory()) {
        parts.push({ path, type: 'folder', size: 0 })
        await walk(path)
      } else if (entry.isFile()) {
        const stat = await lstat(join(cluster, path)).catch(ifGone)
        if (stat) parts.push({ path, type: 'file', size: stat.size })
      } else {
        throw new EmbeddedError(
          `La base de datos tiene ${path} fuera de su carpeta, y esta copia no lo guardaría: use pg_basebackup.`,
        )
      }
    }
  }
  await walk('')
  return parts
}

/** An LSN (`0/2A000060`) as the number of its segment. */
function segmentOf(lsn: string, segmentBytes: number, isEnd: boolean): bigint {
  const [high = '', low = ''] = lsn.split('/')
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
  // An end on a boundary is the end of the segment before it.
  return (isEnd ? position - 1n : position) / BigInt(segmentBytes)
}

/** Names of the segments of the log from one LSN to another, both included. `timeline` counts from 1. */
export function walSegments(start: string, stop: string, timeline: number, segmentBytes: number): string[] {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  const hex = (value: bigint | number) => value.toString(16).toUpperCase().padStart(8, '0')
  const names: string[] = []
  const last = segmentOf(stop, segmentBytes, true)
  for (let at = segmentOf(start, segmentBytes, false); at <= last; at++) {
    names.push(`${hex(timeline)}${hex(at / perFile)}${hex(at % perFile)}`)
  }
  return names
}

/** What was renamed or made inside a folder outlives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The name under which a part of the cluster stands in the archive. */
export const archived = (path: string) => `cluster/${path}`

/** The cluster's path of a name in the archive; undefined for any that would not stay inside of its folder. */
export function unarchived(name: string): string | undefined {
  const [first, ...rest] = name.split('/')
  if (first !== 'cluster' || rest.length === 0 || !rest.every((part) => plain.test(part))) return undefined
  return rest.join('/')
}
