/**
 * What a file is, by its bytes. The type its sender claims is not looked at: the first bytes decide, and
 * the size is read from the header, so that nothing is ever decoded here.
 */
import type { imageTypes } from '@contract/images.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Pixels of the longer side: a picture for a console, not for a wall. */
const longestSide = 4096

export interface Picture {
  content_type: (typeof imageTypes)[number]
  extension: 'png' | 'jpg' | 'webp'
}

interface Size {
  width: number
  height: number
}

/** @throws Problem `image_invalid` when it is no PNG, JPEG or WebP, is cut short, or is larger than a screen needs */
export function pictureOf(bytes: Uint8Array): Picture {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = asPng(view) ?? asWebp(view) ?? asJpeg(view)
  if (!found) throw new Problem('image_invalid')
  const { size, ...picture } = found
  if (size.width < 1 || size.height < 1) throw new Problem('image_invalid')
  if (Math.max(size.width, size.height) > longestSide) {
    throw new Problem('image_invalid', {
      detail: `La imagen mide ${size.width} × ${size.height}; el máximo es ${longestSide} por lado.`,
    })
  }
  return picture
}

type Found = Picture & { size: Size }

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from('IEND')

function asPng(view: Buffer): Found | null {
  if (view.length < 45 || !view.subarray(0, 8).equals(pngStart) || view.toString('latin1', 12, 16) !== 'IHDR')
    return null
  // The last chunk is empty: its name stands 8 bytes before the end.
  if (!view.subarray(-8, -4).equals(pngEnd)) return null
  return {
    content_type: 'image/png',
    extension: 'png',
    size: { width: view.readUInt32BE(16), height: view.readUInt32BE(20) },
  }
}

/** Walks the segments to the frame header, which says the size. */
function asJpeg(view: Buffer): Found | null {
  if (view.length < 20 || view.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < view.length) {
    if (view[at] !== 0xff) return null
    const marker = view[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame)
      return {
        content_type: 'image/jpeg',
        extension: 'jpg',
        size: { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) },
      }
    const length = view.readUInt16BE(at + 2)
    if (marker === 0xda || length < 2) return null
    at += 2 + length
  }
  return null
}

function asWebp(view: Buffer): Found | null {
  if (view.length < 30 || view.toString('latin1', 0, 4) !== 'RIFF' || view.toString('latin1', 8, 12) !== 'WEBP')
    return null
  if (view.readUInt32LE(4) + 8 > view.length) return null
  const size = webpSize(view)
  return size && { content_type: 'image/webp', extension: 'webp', size }
}

/** Lossy, lossless and extended files keep their size in different places. */
function webpSize(view: Buffer): Size | null {
  switch (view.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = view.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
