/** The banca's own picture at the head of its workbooks: small, and as PNG, which every spreadsheet draws. */
import { sql } from 'drizzle-orm'
import { apart } from '../apart/apart.ts'
import type { Executor } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'
import type { logos } from './logo-picture.ts'

export interface Logo {
  bytes: Buffer
  /** In pixels. */
  width: number
  height: number
}

/** Those that were drawn last, by the address of what they were drawn from: a few kilobytes each. */
const drawn = new Map<string, Logo>()
const mostDrawn = 50

/**
 * `url` is where the console shows it; none where the banca has no logo.
 * @throws Problem `busy`
 */
export async function logoOf(db: Executor, url: string | null): Promise<Logo | undefined> {
  if (url === null) return undefined
  const known = drawn.get(url)
  if (known) return known
  const kept = await db.one<{ bytes: Buffer }>(sql`SELECT bytes FROM images WHERE url = ${url}`)
  if (!kept) return undefined
  const logo = await draw(url, kept.bytes)
  const [oldest] = drawn.keys()
  if (drawn.size >= mostDrawn && oldest !== undefined) drawn.delete(oldest)
  drawn.set(url, logo)
  return logo
}

function draw(url: string, bytes: Buffer): Promise<Logo> {
  return apart
    .one<typeof logos>({ who: `logo ${url}`, kind: 'logos', bytes, options: undefined })
    .catch((error: unknown) => {
      // Not whoever asks for a file of rows has sent the picture: another time it is drawn.
      throw error instanceof Problem ? new Problem('busy') : error
    })
}
