import { createHash, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { Sha256 } from './sha256.ts'

it('is what everybody’s is, of any length and in any pieces', () => {
  for (const length of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1_000, 70_001]) {
    const bytes = randomBytes(length)
    const own = new Sha256()
    for (let at = 0; at < length; at += 37) own.update(bytes.subarray(at, at + 37))
    expect([length, own.hex()]).toEqual([length, createHash('sha256').update(bytes).digest('hex')])
  }
})
