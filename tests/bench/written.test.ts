import { expect, it } from 'vitest'
import { measuredText } from './written.ts'

const machine = { cores: 2, memory_gib: 24, date: '2026-11-26' }
const row = (work: string, measured: string, reached = true) => ({
  work,
  yardstick: 'solo',
  reach: '≤ 2 ×',
  measured,
  reached,
})

it('a run takes the place of the rows that it measured again, and keeps the others where they stood', () => {
  const first = measuredText('', [row('vender', '1,5 ×'), row('pagar | anular', '2,1 ×', false)], machine)
  expect(first).toContain('| vender | solo | ≤ 2 × | 1,5 × | yes | 2026-11-26, 2 cores, 24 GiB |')
  expect(first).toContain('| pagar \\| anular | solo | ≤ 2 × | 2,1 × | **no** |')
  const second = measuredText(first, [row('premiar', '1,1 ×'), row('vender', '1,4 ×')], {
    ...machine,
    date: '2026-11-27',
  })
  const works = second
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ')[0])
  expect(works).toEqual(['| work', '| vender', '| pagar \\| anular', '| premiar'])
  expect(second).toContain('1,4 × | yes | 2026-11-27')
  expect(second).not.toContain('1,5 ×')
})

it('what this machine could not measure leaves what was there', () => {
  const first = measuredText('', [row('vender', '1,5 ×')], machine)
  expect(measuredText(first, [{ ...row('vender', 'sin navegador'), missing: true }], machine)).toBe(first)
})
