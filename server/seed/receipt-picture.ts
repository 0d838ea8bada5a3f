/** A receipt as somebody would photograph it: a few lines of print, drawn here into a PNG of some hundred bytes. */
import { crc32, deflateSync } from 'node:zlib'
import { fold } from '@contract/values/text.ts'

/** Each letter with its seven rows of five points, each row a digit of base 32. */
const drawn = [
  '0ehjlphe 14c4444e 2eh1248v 3v2421he 426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe 9ehhf12c aehhvhhh buhhuhhu cehggghe dsihhhis',
  'evgguggv fvgguggg gehgnhhf hhhhvhhh ie44444e j72222ic khikokih lggggggv mhrllhhh nhhpljhh oehhhhhe puhhuggg qehhhlid ruhhukih',
  'sfgge11u tv444444 uhhhhhhe vhhhhha4 whhhllla xhha4ahh yhhha444 zv1248gv $4fke5u4 .00000cc ,0000c48 /01248g0 :0cc0cc0 -000v000',
].join(' ')
const glyphs = new Map(drawn.split(' ').map((one) => [one[0]!, one.slice(1)]))
/** Points of the print to one of a letter, and between lines and borders. */
const scale = 3
const [advance, lineHeight, margin] = [6 * scale, 13 * scale, 8 * scale]
const most = 22
const width = 2 * margin + most * advance

/** Rows of bits, eight to a byte, of which zero is black; each row begins with its filter, none. */
function printed(lines: readonly string[]): { height: number; rows: Buffer } {
  const height = 2 * margin + lines.length * lineHeight
  const bytes = 1 + Math.ceil(width / 8)
  const rows = Buffer.alloc(bytes * height, 0xff)
  for (let y = 0; y < height; y++) rows[y * bytes] = 0
  const blacken = (x: number, y: number) => {
    const at = y * bytes + 1 + (x >> 3)
    rows[at] = rows[at]! & ~(0x80 >> (x & 7))
  }
  for (const [row, line] of lines.entries())
    for (const [column, letter] of [...fold(line)].slice(0, most).entries())
      for (let y = 0; y < 7 * scale; y++) {
        const points = parseInt(glyphs.get(letter)?.[Math.floor(y / scale)] ?? '0', 32)
        for (let x = 0; x < 5 * scale; x++)
          if (points & (16 >> Math.floor(x / scale)))
            blacken(margin + column * advance + x, margin + row * lineHeight + y)
      }
  return { height, rows }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The lines as a PNG of black and white. */
export function receiptPicture(lines: readonly string[]): Buffer {
  const { height, rows } = printed(lines)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
