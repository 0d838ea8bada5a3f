import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { signs } from '@contract/values/bet-numbers.ts'
import { animals, drawingOf } from './animals.ts'

const folder = fileURLToPath(new URL('../../../src/public', import.meta.url))
const drawings = [
  ...animals.map(([, name]) => drawingOf(name)),
  ...signs.map((sign) => `/symbols/${sign.toLowerCase()}.svg`),
]

describe('drawings', () => {
  it('there is one for every animal and every sign, no two alike', () => {
    expect(drawings.filter((path) => !existsSync(folder + path))).toEqual([])
    expect(new Set(drawings.map((path) => readFileSync(folder + path, 'utf8'))).size).toBe(101 + 12)
  })

  it('are small, draw on the same square and hold nothing but shapes', () => {
    for (const path of drawings) {
      const text = readFileSync(folder + path, 'utf8')
      expect(text.length, path).toBeLessThanOrEqual(1_500)
      expect(text, path).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48"/)
      expect(text.replace('http://www.w3.org/2000/svg', ''), path).not.toMatch(/script|href|url\(|http|\son\w+=/i)
    }
  })
})
