/** The banca's own picture at the head of its workbooks: small, and as PNG, which every spreadsheet draws. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { Executor } from '../db/connect.ts'

export interface Logo {
  bytes: Buffer
  /** In pixels. */
  width: number
  height: number
}

/** Within the lines that every heading has. */
const room = { width: 260, height: 72 }

/** `url` is where the console shows it; none where the banca has no logo, or its picture is gone. */
export async function logoOf(db: Executor, url: string | null): Promise<Logo | undefined> {
  const hash = /^\/images\/([0-9a-f]+)\./.exec(url ?? '')?.[1]
  const kept = hash && (await db.one<{ bytes: Buffer }>(sql`SELECT bytes FROM images WHERE hash = ${hash}`))
  if (!kept) return undefined
  const { data, info } = await sharp(kept.bytes)
    .resize({ ...room, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
