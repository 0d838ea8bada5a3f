/**
 * A file that goes up part by part: hashed first, so that one that is half way up goes on where it was, and each part sent again
 * for as long as the connection comes and goes; to the server, or to a store of files by the addresses that the server gives.
 */
import { softwareLimits, type UpdateDetail } from '@contract/software.ts'
import { updates } from '@contract/updates.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { sendToStore } from '@providers/store-file.ts'
import { sendPart } from '@providers/uploads.ts'
import { Sha256 } from '@/kit/files/sha256.ts'

/** Of one part, before it is left to the person. */
const mostTries = 6
const firstWaitMs = 500

/** A connection that comes and goes, a server that is busy, a part that came otherwise than it left. */
export const isPassing = ({ body: { status, code } }: ProblemError): boolean =>
  status === 0 || status >= 500 || status === 408 || status === 429 || code === 'upload_part_altered'

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer())
const sha256Of = (bytes: Uint8Array) => new Sha256().update(bytes).hex()

/** Waits, or ends with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

export interface FileSums {
  sha256: string
  /** Of each part as a store takes them. */
  part_sha256: string[]
}

/** Of all of a file and of its parts, a little at a time; the screen goes on meanwhile. */
export async function hashFile(file: File, signal: AbortSignal, tell: (done: number) => void): Promise<FileSums> {
  const { part_bytes, stored_part_bytes } = softwareLimits
  const whole = new Sha256()
  const part_sha256: string[] = []
  let part = new Sha256()
  for (let at = 0; at < file.size; at += part_bytes) {
    signal.throwIfAborted()
    const bytes = await bytesOf(file.slice(at, at + part_bytes))
    whole.update(bytes)
    part.update(bytes)
    const end = at + bytes.length
    if (end % stored_part_bytes === 0 || end === file.size) {
      part_sha256.push(part.hex())
      part = new Sha256()
    }
    tell(end)
  }
  return { sha256: whole.hex(), part_sha256 }
}

/** Does it again with longer and longer waits while what goes wrong is passing. */
async function surely<T>(work: (tries: number) => Promise<T>, signal: AbortSignal, onFailed: () => void): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries)
    } catch (error) {
      if (!(error instanceof ProblemError) || !isPassing(error) || tries >= mostTries) throw error
      onFailed()
      await pause(firstWaitMs * 2 ** (tries - 1), signal)
    }
  }
}

export interface Sent {
  file: File
  detail: UpdateDetail
  /** Announces the file again: what is there by now, and addresses that are good again. */
  renew: () => Promise<UpdateDetail>
  signal: AbortSignal
  say: (done: number, retrying: boolean) => void
}

/** The parts that are not there yet, in their order. */
export async function sendMissing(sent: Sent): Promise<void> {
  const { detail, say } = sent
  if (!detail.upload) return
  say(detail.received, false)
  await (detail.upload.method === 'PUT' ? sendToAddresses(sent) : sendToServer(sent))
}

const missingOf = ({ parts, received }: NonNullable<UpdateDetail['upload']>) =>
  Array.from({ length: parts }, (_, part) => part).filter((part) => !received.includes(part))

async function sendToServer({ file, detail: { id, upload, received }, signal, say }: Sent): Promise<void> {
  let done = received
  for (const part of missingOf(upload!)) {
    const at = part * upload!.part_bytes
    const bytes = (await bytesOf(file.slice(at, at + upload!.part_bytes))) as Uint8Array<ArrayBuffer>
    const query = { sha256: sha256Of(bytes) }
    const send = () => sendPart(updates.part, new File([bytes], 'parte'), { params: { id, part }, query, signal })
    await surely(send, signal, () => say(done, true))
    done += bytes.length
    say(done, false)
  }
}

/** What did not get through may have had an address that was good no longer: it is tried again with another. */
async function sendToAddresses({ file, detail, renew, signal, say }: Sent): Promise<void> {
  let { upload, received: done } = detail
  for (const part of missingOf(upload!)) {
    const at = part * upload!.part_bytes
    const bytes = file.slice(at, at + upload!.part_bytes)
    const send = async (tries: number) => {
      if (tries > 1) ({ upload } = await renew())
      const to = upload?.addresses.find((one) => one.part === part)
      const onUpload = (sent: number) => say(done + sent, false)
      if (to) await sendToStore(to.url, bytes, { headers: to.headers, signal, onUpload })
    }
    await surely(send, signal, () => say(done, true))
    done += bytes.size
    say(done, false)
  }
}
