import { shortInstant } from '@contract/values/dates.ts'
import { describe, expect, it } from 'vitest'
import type { DrawRow, ResultEntry } from '@contract/draws.ts'
import { awaitsResult, chosenDraws, elapsedText, groupDraws, isLate, isPending, nextPending, stateAt } from './draws.ts'

const at = (time: string) => `2026-11-20T${time}:00.000Z`
const ms = (time: string) => new Date(at(time)).getTime()
const entry = (can_confirm: boolean): ResultEntry => ({
  id: 1,
  kind: 'resultado',
  numbers: [],
  text: '5 León',
  source: 'manual',
  entered_by: 7,
  entered_by_name: 'Ana',
  entered_at: at('14:05'),
  reason: null,
  can_confirm,
})

function draw(id: number, given: Partial<DrawRow> = {}): DrawRow {
  return {
    id,
    product_id: 1,
    product_name: 'Lotto Activo',
    product_kind: 'animalitos',
    day: '2026-11-20',
    scheduled_at: at('14:00'),
    opens_at: at('04:00'),
    closes_at: at('13:55'),
    state: 'abierto',
    result: null,
    result_id: null,
    played: true,
    late: false,
    parts: [{ place: '', label: 'Animal', digits: null, sign: false }],
    entry: null,
    sold: [],
    prizes: [],
    ...given,
  }
}

describe('the state of a draw', () => {
  it('moves with the clock whatever the last answer said', () => {
    expect(['03:59', '04:00', '13:54', '13:55'].map((time) => stateAt(draw(1), ms(time)))).toEqual([
      'programado',
      'abierto',
      'abierto',
      'cerrado',
    ])
    expect(stateAt(draw(1, { state: 'premiado' }), ms('13:00'))).toBe('premiado')
    expect(stateAt(draw(1, { state: 'suspendido' }), ms('15:00'))).toBe('suspendido')
  })

  it('waits for its result from its hour on, and is late after its time', () => {
    expect(awaitsResult(draw(1), ms('13:59'))).toBe(false)
    expect(awaitsResult(draw(1), ms('14:00'))).toBe(true)
    expect([isLate(draw(1), ms('14:14')), isLate(draw(1), ms('14:15'))]).toEqual([false, true])
    expect(isLate(draw(1, { state: 'premiado' }), ms('15:00'))).toBe(false)
    // Nobody played: it may be awarded, and waits for no one.
    const unplayed = draw(1, { played: false })
    expect([
      isLate(unplayed, ms('15:00')),
      isPending(unplayed, ms('15:00')),
      awaitsResult(unplayed, ms('15:00')),
    ]).toEqual([false, false, true])
    expect(nextPending([unplayed], undefined, ms('15:00'))).toBeUndefined()
  })

  it('of a polla waits for nobody', () => {
    expect(awaitsResult(draw(1, { product_kind: 'polla', parts: [] }), ms('18:00'))).toBe(false)
  })

  it('is pending while a correction waits for its confirmation', () => {
    expect(isPending(draw(1, { state: 'premiado', entry: { ...entry(true), kind: 'correccion' } }), ms('18:00'))).toBe(
      true,
    )
  })
})

describe('the next one', () => {
  const now = ms('15:00')
  it('comes after the one that is open, then from the beginning, and never is the same', () => {
    const list = [draw(1), draw(2), draw(3, { state: 'premiado' }), draw(4)]
    expect(nextPending(list, 2, now)?.id).toBe(4)
    expect(nextPending(list, 4, now)?.id).toBe(1)
    expect(nextPending(list, undefined, now)?.id).toBe(1)
    expect(nextPending([draw(1)], 1, now)).toBeUndefined()
  })

  it('is one that this person can do something about', () => {
    const list = [draw(1), draw(2, { entry: entry(false) }), draw(3, { entry: entry(true) })]
    expect(nextPending(list, 1, now)?.id).toBe(3)
  })
})

it('filters by the state of now, and by what waits', () => {
  const list = [draw(1), draw(2, { closes_at: at('17:55'), scheduled_at: at('18:00') }), draw(3, { state: 'premiado' })]
  const ids = (filter: Parameters<typeof chosenDraws>[1]) => chosenDraws(list, filter, ms('15:00')).map(({ id }) => id)
  expect(ids({ pending: false })).toEqual([1, 2, 3])
  expect(ids({ pending: true })).toEqual([1])
  expect(ids({ pending: false, state: 'abierto' })).toEqual([2])
})

describe('the list', () => {
  const list = [
    draw(9, { day: '2026-11-19', scheduled_at: '2026-11-19T23:00:00.000Z' }),
    draw(1, { scheduled_at: at('13:00'), state: 'premiado' }),
    draw(2, { scheduled_at: at('13:30') }),
    draw(3, { scheduled_at: at('14:00') }),
  ]
  const shown = (pending_first: boolean) =>
    groupDraws(list, { day: '2026-11-20', zone: 'America/Caracas', now: ms('15:00'), pending_first }).map(
      ({ title, draws }) => [title, draws.map(({ id }) => id)],
    )

  it('has the days before that wait, and the hours of its own', () => {
    expect(shown(false)).toEqual([
      ['19/11/2026', [9]],
      ['09:00', [1, 2]],
      ['10:00', [3]],
    ])
  })

  it('begins with all that waits where only a few fit', () => {
    expect(shown(true)).toEqual([
      ['19/11/2026', [9]],
      ['Por premiar', [2, 3]],
      ['09:00', [1]],
    ])
  })
})

it('says times in few letters', () => {
  expect(elapsedText(at('14:00'), ms('14:00') + 59_000)).toBe('0 min')
  expect(elapsedText(at('14:00'), ms('16:05'))).toBe('2 h 05 min')
  expect(shortInstant(at('14:05'), 'America/Caracas')).toBe('20/11 10:05')
})
