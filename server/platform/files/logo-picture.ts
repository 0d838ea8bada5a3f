/** Draws a picture as a workbook's heading has it, apart from the process that sells. */
import type { Logo } from './logo.ts'
import { sharp } from './sharp.ts'

/** Within the lines that every heading has. */
const room = { width: 260, height: 72 }

/** Answers it as PNG, which every spreadsheet draws. */
export async function* logos(bytes: Buffer): AsyncGenerator<Logo, void> {
  const { data, info } = await sharp(bytes)
    .resize({ ...room, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  yield { bytes: data, width: info.width, height: info.height }
}
