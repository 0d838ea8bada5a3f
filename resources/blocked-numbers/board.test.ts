import { describe, expect, it } from 'vitest'
import type { NumberRow } from '@contract/ticket-reports.ts'
import { numbersBetween, boardCells, findCells, groupCells, sortCells, usedText, useLevel } from './board.ts'

function row(number: string, given: Partial<NumberRow> = {}): NumberRow {
  return {
    bet_type_id: 1,
    bet_type_name: 'Animalito',
    number,
    symbol_name: null,
    image_url: null,
    lines: 1,
    sold: '10.00',
    liability: '300.00',
    quota: '100.00',
    available: '90.00',
    used_percent: '10.0',
    blocked_id: null,
    ...given,
  }
}
const numbers = (cells: readonly { number: string }[]) => cells.map(({ number }) => number)

describe('a board', () => {
  it('has every number of its kind once, with what is known of each', () => {
    const triple = boardCells('triple', 'ARI', [row('007')])
    expect([triple.length, triple[7], triple[8]]).toEqual([
      1000,
      { number: '007', symbol_name: null, image_url: null, row: row('007') },
      { number: '008', symbol_name: null, image_url: null, row: null },
    ])
    expect(boardCells('terminal_pa', 'ARI', [])).toHaveLength(100)
  })
  it('with signs has the numbers of one sign, or only what sold of all', () => {
    const leo = boardCells('terminal_signo', 'LEO', [row('05 LEO'), row('05 ARI')])
    expect([leo.length, leo[5]?.row?.number]).toEqual([100, '05 LEO'])
    expect(numbers(boardCells('zodiacal', 'todos', [row('123 LEO'), row('007 ARI')]))).toEqual(['007 ARI', '123 LEO'])
  })
  it('of animals goes in the order of their codes', () => {
    expect(numbers(boardCells('animalito', 'ARI', [row('10'), row('00'), row('2'), row('0')]))).toEqual([
      '0',
      '00',
      '2',
      '10',
    ])
  })
})

it('by use puts the fullest first, then what sold most', () => {
  const cells = boardCells('animalito', 'ARI', [
    row('1', { used_percent: '5.0' }),
    row('2', { used_percent: '99.5' }),
    row('3', { used_percent: null, sold: '900.00' }),
    row('4', { used_percent: null, sold: '950.00' }),
  ])
  expect(numbers(sortCells(cells, 'uso'))).toEqual(['2', '1', '4', '3'])
  expect(numbers(sortCells(cells, 'numero'))).toEqual(['1', '2', '3', '4'])
  expect(numbers(sortCells(boardCells('triple', 'ARI', [row('500'), row('007')]), 'uso'))).toEqual(['007', '500'])
})

it('finds a number to the letter, else by how it begins or by its symbol', () => {
  const cells = boardCells('animalito', 'ARI', [
    row('1', { symbol_name: 'Carnero' }),
    row('10', { symbol_name: 'Tigre' }),
    row('0', { symbol_name: 'Delfín' }),
  ])
  expect([numbers(findCells(cells, '1')), numbers(findCells(cells, 'delfin')), numbers(findCells(cells, ''))]).toEqual([
    ['1'],
    ['0'],
    ['0', '1', '10'],
  ])
  expect(numbers(findCells(boardCells('triple', 'ARI', []), '00'))).toHaveLength(10)
})

it('a use has the level it has reached, and is never rounded up to full', () => {
  expect([null, '0.0', '0.1', '25.0', '49.99', '80', '94.9999', '95.0', '316.8'].map(useLevel)).toEqual([
    0, 0, 1, 2, 2, 4, 4, 5, 5,
  ])
  expect([usedText('99.9'), usedText('0.4'), usedText('100')]).toEqual(['99 %', '0 %', '100 %'])
})

it('a thousand comes in ten hundreds, unless it goes by use', () => {
  const cells = boardCells('triple', 'ARI', [])
  expect(
    groupCells(cells, 'triple', 'numero').map(({ key, cells: inside }) => [key, inside.length, inside[0]?.number]),
  ).toEqual(Array.from({ length: 10 }, (_, hundred) => [String(hundred), 100, `${hundred}00`]))
  expect(groupCells(cells, 'triple', 'uso')).toHaveLength(1)
})

it('a stretch is taken in the order shown, both ends included', () => {
  expect(numbersBetween(['0', '00', '1', '2'], '2', '00')).toEqual(['00', '1', '2'])
  expect(numbersBetween(['0', '1'], '9', '1')).toEqual(['1'])
})
