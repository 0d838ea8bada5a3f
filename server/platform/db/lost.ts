/** How a database that is away shows: the faults that say nothing of what was asked, only that nobody answered it. */

/** What the system and PostgreSQL say where nothing more fits on the disk, or in what its owner may have of it. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** There is no room for what was to be written: asked again it fails again, until somebody makes room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && fullCodes.has((error as { code?: string }).code ?? '')
}

/**
 * SQLSTATE classes: connection lost (08), out of resources (53, of which a full disk is none), ended by an operator (57P),
 * fault of the machine (58); and what only a connection that is being made is told: a password that changed, a database
 * that is not there.
 */
const awayStates = /^(08...|53...|57P0[1-5]|58...|25P03|25006|28000|28P01|3D000)$/
const awayErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What the driver says without a code. */
const awayWords = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
]

/** The connection is gone, or none could be had: the same asked again later may well be answered. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitUnknown || error instanceof DatabaseAway) return true
  if (isDiskFull(error)) return false
  const { code, syscall, severity } = error as { code?: string; syscall?: string; severity?: string }
  if (code === undefined) return awayWords.some((words) => error.message.startsWith(words))
  // A database that takes no connections for now says what, in a statement, is a fault of its own.
  if (code === '55000') return severity === 'FATAL'
  // The embedded server's socket is not there while it starts again.
  return awayStates.test(code) || awayErrors.has(code) || (code === 'ENOENT' && syscall === 'connect')
}

/** The connection was lost with the commit on its way: it may have happened or not, and only asking again tells. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while committing', { cause })
  }
}

/** It is known to be away, and is not asked. */
export class DatabaseAway extends Error {}

/**
 * Recovery ended a statement that only read: on a replica, one whose rows the primary had done with. It says nothing
 * of what was asked either.
 */
export function isRecoveryConflict(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  return code === '40001' || code === '40P01'
}

/** The caller left: nobody reads the answer, so its work is ended. */
export class CallerGone extends Error {}
