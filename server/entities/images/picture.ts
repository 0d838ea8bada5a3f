/**
 * What an uploaded file is: not by its name or the type its sender claims, but by drawing it. What is kept is
 * drawn anew from its pixels: turned upright, no larger than a screen shows, without where and by whom it was
 * taken or whatever else a file carries behind its picture. All of it is done apart from the process that sells.
 */
import type { imageTypes } from '@contract/images.ts'
import { sharp } from '../../platform/files/sharp.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Pixels of the longer side of what is taken: a picture for a console, not for a wall. */
const longestSide = 4096
/** And of what is kept: a symbol's tile and a receipt's logo at four times their size. */
const keptSide = 1024

export interface StoredPicture {
  content_type: (typeof imageTypes)[number]
  bytes: Buffer
}

/**
 * Answers the picture. @throws Problem `image_invalid` when it is no PNG, JPEG or WebP, cannot be drawn, or is larger
 * than a screen needs
 */
export async function* pictures(bytes: Buffer): AsyncGenerator<StoredPicture, void> {
  yield await pictureOf(bytes)
}

async function pictureOf(bytes: Buffer): Promise<StoredPicture> {
  if (bytes.length === 0) invalid()
  // Its head alone is read, whatever size it says: nothing is drawn before that is known to be small enough.
  const head = sharp(bytes, { failOn: 'error', limitInputPixels: false })
  const { format, width, height } = await head.metadata().catch(() => invalid())
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return invalid()
  if (Math.max(width, height) > longestSide)
    invalid(`La imagen mide ${width} × ${height}; el máximo es ${longestSide} por lado.`)
  const drawn = sharp(bytes, { failOn: 'error', limitInputPixels: longestSide ** 2 + 1 })
    .autoOrient()
    .resize({ width: keptSide, height: keptSide, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .timeout({ seconds: 10 })
  return { content_type: `image/${format}`, bytes: await drawn.toBuffer().catch(() => invalid()) }
}

function invalid(detail?: string): never {
  throw new Problem('image_invalid', detail === undefined ? {} : { detail })
}
