import { describe, expect, it } from 'vitest'
import { dayOf, isInstant, readDay, readMoment, readMonth, readTime, splitMoment } from './written.ts'

describe('a day', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/11/05', '2026-11-05'],
    ['20261120', '2026-11-20'],
    ['20/11/2026', '2026-11-20'],
    ['5-3-26', '2026-03-05'],
    ['05.03.2026', '2026-03-05'],
    ['20 de noviembre de 2026', '2026-11-20'],
    ['Viernes 20/11/2026', '2026-11-20'],
    ['vie., 20-nov-2026', '2026-11-20'],
    ['20-Ago-26', '2026-08-20'],
    ['Nov 20, 2026', '2026-11-20'],
    ['Miércoles, 2 de septiembre del 2026', '2026-09-02'],
    ['13/13/2026', null],
    ['31/02/2026', null],
    ['29/02/2028', '2028-02-29'],
    ['20/11', null],
    ['20-11/2026', null],
    ['noviembre', null],
    ['', null],
    ['20112026', null],
  ])('%s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it('is read by the order that is said, where figures alone do not tell', () => {
    expect([readDay('05/11/2026', 'dmy'), readDay('05/11/2026', 'mdy')]).toEqual(['2026-11-05', '2026-05-11'])
    expect([readDay('20/11/2026', 'mdy'), readDay('2026-11-05', 'mdy')]).toEqual([null, '2026-11-05'])
  })

  it('comes in three pieces too', () => {
    expect([dayOf('5', 'marzo', '26'), dayOf('31', '4', '2026'), dayOf('5', '13', '2026'), readMonth('Dic.')]).toEqual([
      '2026-03-05',
      null,
      null,
      12,
    ])
  })
})

describe('an hour', () => {
  it.each([
    ['13:05', '13:05'],
    ['9:00', '09:00'],
    ['13:05:00', '13:05'],
    ['1:05 pm', '13:05'],
    ['01:05 p. m.', '13:05'],
    ['1:05\u00a0P.M.', '13:05'],
    ['1pm', '13:00'],
    ['12:45 m', '12:45'],
    ['12 m.', '12:00'],
    ['12:30 am', '00:30'],
    ['12:30 pm', '12:30'],
    ['13:00 pm', '13:00'],
    ['13:00 am', null],
    ['1:05 m', null],
    ['13h05', '13:05'],
    ['13:05 hrs', '13:05'],
    ['13', null],
    ['24:00', null],
    ['12:60', null],
    ['mediodía', null],
    ['', null],
  ])('%s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
})

describe('a date with its hour', () => {
  it('is taken apart', () => {
    expect(splitMoment('20/11/2026 01:05 p. m.')).toEqual({ day: '20/11/2026', time: '01:05 p. m.' })
    expect(splitMoment('2026-11-20T13:05:00')).toEqual({ day: '2026-11-20', time: '13:05:00' })
    expect(splitMoment('20 de noviembre de 2026')).toEqual({ day: '20 de noviembre de 2026', time: '' })
    expect(splitMoment('20/11/2026')).toEqual({ day: '20/11/2026', time: '' })
  })

  it('is read by the clock of the zone where it says how far from Greenwich it is, and as written where not', () => {
    const read = (day: string, time = '') => readMoment(day, time, 'America/Caracas')
    expect(read('2026-11-20T17:05:00Z')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('2026-11-21T03:05:00.000Z')).toEqual({ day: '2026-11-20', time: '23:05' })
    expect(read('2026-11-20T12:05:00-05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('2026-11-20T13:05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('20/11/2026 00:00:00', '1:05 pm')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('20/11/2026', '30/12/1899 13:05:00')).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(read('el viernes', 'tarde')).toEqual({ day: null, time: null })
    expect(isInstant('2026-13-45T25:00Z')).toBe(false)
  })
})
