/** How a database that is away shows: the faults that say nothing of what was asked, only that nobody answered it. */

/** What the system and PostgreSQL say where nothing more fits on the disk, or in what its owner may have of it. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** There is no room for what was to be written: asked again it fails again, until somebody makes room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && fullCodes.has((error as { code?: string }).code ?? '')
}

/** SQLSTATE classes: connection lost (08), out of resources (53, of which a full disk is none), ended by an operator (57P), fault of the machine (58). */
const awayStates = /^(08...|53...|57P0[1-5]|58...|25P03|25006)$/
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
const awayWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** The connection is gone, or none could be had: the same asked again later may well be answered. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof CommitUnknown) return true
  if (isDiskFull(error)) return false
  const { code, syscall } = error as { code?: string; syscall?: string }
  if (code === undefined) return awayWords.test(error.message)
  // The embedded server's socket is not there while it starts again.
  return awayStates.test(code) || awayErrors.has(code) || (code === 'ENOENT' && syscall === 'connect')
}

/** The connection was lost with the commit on its way: it may have happened or not, and only asking again tells. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while committing', { cause })
  }
}

/** The caller left: nobody reads the answer, so its work is ended. */
export class CallerGone extends Error {}
