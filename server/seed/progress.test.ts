import { describe, expect, it } from 'vitest'
import { sharedProgress } from './progress.ts'

function heard(pieces: Parameters<typeof sharedProgress>[0]) {
  const lines: string[] = []
  return { lines, parts: sharedProgress(pieces, (line) => lines.push(line)) }
}

describe('the progress of a demo', () => {
  it('counts all bancas as one, each by its weight', () => {
    const { lines, parts } = heard([
      { name: 'Grande', weight: 3 },
      { name: 'Pequeña', weight: 1 },
    ])
    parts[0]!(0, 'tickets')
    parts[0]!(1, 'tickets')
    parts[1]!(0, 'sorteos')
    parts[1]!(1, 'sorteos')
    expect(lines).toEqual([
      'Demostración al 0 %. Grande: tickets.',
      'Demostración al 75 %. Grande: tickets.',
      'Demostración al 75 %. Pequeña: sorteos.',
      'Demostración al 100 %. Pequeña: sorteos.',
    ])
  })

  it('says each tenth once, however often it hears of it', () => {
    const { lines, parts } = heard([{ name: 'Banca', weight: 5 }])
    for (let made = 0; made <= 300; made++) parts[0]!(made / 1_000, 'tickets')
    expect(lines).toEqual([0, 10, 20, 30].map((percent) => `Demostración al ${percent} %. Banca: tickets.`))
  })

  it('never goes back, nor beyond the whole', () => {
    const { lines, parts } = heard([{ name: 'Banca', weight: 1 }])
    parts[0]!(0.5, 'tickets')
    parts[0]!(0.4, 'resultados')
    parts[0]!(1.2, 'resultados')
    expect(lines.map((line) => line.slice(0, 20))).toEqual([
      'Demostración al 50 %',
      'Demostración al 50 %',
      'Demostración al 100 ',
    ])
  })
})
