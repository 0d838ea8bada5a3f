/** Sending a part of a file to a store of files, past the server, to an address that the server gave. */
import axios from 'axios'
import { networkProblem, ProblemError, problemOfCode } from './problem-error.ts'

interface SentToStore {
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Bytes sent so far. */
  onUpload: (sent: number) => void
}

/**
 * Nothing of the session goes along. Throws `ProblemError` where the store cannot be reached or takes the part not, and a
 * `DOMException` named `AbortError` when `signal` ended it.
 */
export async function sendToStore(url: string, bytes: Blob, { headers, signal, onUpload }: SentToStore): Promise<void> {
  const reply = await axios
    .put<unknown>(url, bytes, {
      headers: { 'content-type': 'application/octet-stream', ...headers },
      signal,
      validateStatus: () => true,
      onUploadProgress: ({ loaded }) => onUpload(loaded),
    })
    .catch(() => undefined)
  signal.throwIfAborted()
  if (!reply) throw networkProblem()
  if (reply.status >= 300) throw new ProblemError(problemOfCode('store_away'))
}
