/** A receipt as somebody would photograph it: a few lines of print, drawn here into a PNG of some hundred bytes. */
import { crc32, deflateSync } from 'node:zlib'
import { fold } from '@contract/values/text.ts'

/** By letter its seven rows of five points, each a digit of base 32. */
const glyphs: Readonly<Record<string, string>> = {
  ...{ '0': 'ehjlphe', '1': '4c4444e', '2': 'eh1248v', '3': 'v2421he', '4': '26aiv22', '5': 'vgu11he', '6': '68guhhe' },
  ...{ '7': 'v124888', '8': 'ehhehhe', '9': 'ehhf12c', a: 'ehhvhhh', b: 'uhhuhhu', c: 'ehggghe', d: 'sihhhis' },
  ...{ e: 'vgguggv', f: 'vgguggg', g: 'ehgnhhf', h: 'hhhvhhh', i: 'e44444e', j: '72222ic', k: 'hikokih', l: 'ggggggv' },
  ...{ m: 'hrllhhh', n: 'hhpljhh', o: 'ehhhhhe', p: 'uhhuggg', q: 'ehhhlid', r: 'uhhukih', s: 'fgge11u', t: 'v444444' },
  ...{ u: 'hhhhhhe', v: 'hhhhha4', w: 'hhhllla', x: 'hha4ahh', y: 'hhha444', z: 'v1248gv', $: '4fke5u4' },
  ...{ '.': '00000cc', ',': '0000c48', '/': '01248g0', ':': '0cc0cc0', '-': '000v000' },
}
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
        const points = parseInt(glyphs[letter]?.[Math.floor(y / scale)] ?? '0', 32)
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
