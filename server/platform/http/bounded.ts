/** Answers of other machines, which may be longer than is good. */

/** All of a body, or null where it has more than `most` bytes: what comes then is not waited for. */
export async function bytesWithin({ body }: Response, most: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
