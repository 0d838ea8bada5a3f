/** What changes a ticket that is being typed. */
import { describe, expect, it } from 'vitest'
import {
  counterAt,
  counterCatalogue,
  drawAt,
  drawsOfTomorrow,
  typeInto,
} from '../../tests/support/counter-catalogue.ts'
import { changeBasket, newBasket } from './basket.ts'
import { groupsOf, toSend, totalOf } from './ticket.ts'
import type { Basket, BasketAction, CounterContext } from './types.ts'

const context = counterAt()
const typed = (script: string, at = context) => typeInto(script, at).ticket
const told = ({ lines }: Basket) => lines.map(({ draw_id, number, stake }) => `${draw_id} ${number} ${stake}`)
const after = (basket: Basket, actions: readonly BasketAction[], at: CounterContext = context) =>
  actions.reduce((before, action) => changeBasket(before, action, at), basket)

describe('a new ticket', () => {
  it('is for the first game’s next draw, on column A, without an amount', () => {
    expect(newBasket(context)).toEqual({
      currency: 'BS',
      choice: { draw_ids: [103], places: ['A'] },
      lines: [],
      client: null,
      serial: 0,
    })
    expect(newBasket(context, 'COP').currency).toBe('COP')
    expect(newBasket(context, 'USD').currency).toBe('BS')
  })

  it('keeps nothing of the one before but its currency', () => {
    const cop = after(typed('/6,12↵253*10↵'), [{ do: 'currency', currency: 'COP' }, { do: 'clear' }])
    expect(cop).toEqual({ ...newBasket(context), currency: 'COP' })
  })

  it('has no draw where none is left, and gets the first that opens', () => {
    const late = newBasket(counterAt('23:00'))
    expect(late.choice.draw_ids).toEqual([])
    const catalogue = { ...counterCatalogue, draws: [...counterCatalogue.draws, ...drawsOfTomorrow] }
    expect(after(late, [{ do: 'clock' }], counterAt('23:00', { catalogue })).choice.draw_ids).toEqual([150])
  })
})

describe('lines', () => {
  it('go by key and by entry, and the last entry goes by a dash', () => {
    const basket = typed('5+12*50↵36*10↵')
    expect(told(after(basket, [{ do: 'remove', keys: [basket.lines[0]!.key] }]))).toEqual([
      '103 12 50.00',
      '103 36 10.00',
    ])
    expect(told(after(basket, [{ do: 'remove_entry', entry: basket.lines[0]!.entry }]))).toEqual(['103 36 10.00'])
    expect(told(typed('5+12*50↵36*10↵-↵'))).toEqual(['103 5 50.00', '103 12 50.00'])
    expect(told(typed('5+12*50↵36*10↵-↵-↵-↵'))).toEqual([])
    expect(new Set(typed('5+12*50↵36*10↵-↵7↵8+9↵').lines.map(({ key }) => key)).size).toBe(5)
  })

  it('get an amount by pointing, and no amount that is none', () => {
    const basket = typed('5↵12↵')
    const [first] = basket.lines
    const set = (stake: string | null) => told(after(basket, [{ do: 'stake', key: first!.key, stake }]))
    expect(set('20.00')).toEqual(['103 5 20.00', '103 12 null'])
    for (const wrong of ['0.00', '-5.00', 'x', '', '1e3', '1.234'])
      expect(set(wrong)).toEqual(['103 5 null', '103 12 null'])
    const pointed = after(basket, [{ do: 'stake', key: basket.lines[1]!.key, stake: '20.00' }])
    expect(told(typeInto('*50↵', context, pointed).ticket)).toEqual(['103 5 50.00', '103 12 20.00'])
  })

  it('take a quick amount: those that wait, else those that got the last one', () => {
    const quick = (script: string, ...stakes: string[]) =>
      told(
        after(
          typed(script),
          stakes.map((stake) => ({ do: 'quick', stake })),
        ),
      )
    expect(quick('5↵12↵', '50.00')).toEqual(['103 5 50.00', '103 12 50.00'])
    expect(quick('5↵12↵', '50.00', '20.00')).toEqual(['103 5 20.00', '103 12 20.00'])
    expect(quick('5*10↵12*10↵', '50.00')).toEqual(['103 5 10.00', '103 12 50.00'])
    expect(quick('5*10↵12↵', '50.00')).toEqual(['103 5 10.00', '103 12 50.00'])
    expect(quick('', '50.00')).toEqual([])
  })

  it('lose their amounts and not their numbers with another currency, one that the office sells in', () => {
    const basket = typed('5*10↵12*20↵')
    expect(told(after(basket, [{ do: 'currency', currency: 'COP' }]))).toEqual(['103 5 null', '103 12 null'])
    expect(after(basket, [{ do: 'currency', currency: 'BS' }])).toBe(basket)
    expect(after(basket, [{ do: 'currency', currency: 'USD' }])).toBe(basket)
    const pesos = after(basket, [{ do: 'currency', currency: 'COP' }])
    expect(told(typeInto('*2000↵', context, pesos).ticket)).toEqual(['103 5 2000.00', '103 12 2000.00'])
  })

  it('stand by their draws, each with its sum', () => {
    const basket = typed('/1+2↵25*10↵/6↵253*5↵/1↵7*1,50↵')
    expect(groupsOf(basket, context).map(({ name, subtotal, lines }) => [name, subtotal, lines.length])).toEqual([
      ['Lotto Activo 11:00', '11.50', 2],
      ['La Granjita 11:00', '10.00', 1],
      ['Triple Zulia 12:45', '5.00', 1],
    ])
    expect(totalOf(basket, context)).toBe('26.50')
  })
})

describe('the chosen draws, by pointing', () => {
  const choose = (draw_id: number, only = false): BasketAction => ({ do: 'choose', draw_id, only })
  const choice = (script: string, ...actions: BasketAction[]) => {
    const { draw_ids, places } = after(typed(script), actions).choice
    return `${draw_ids.join(' ')} ${places.join('')}`
  }

  it('come and go, and one stays', () => {
    expect(choice('', choose(104))).toBe('103 104 A')
    expect(choice('', choose(104), choose(103))).toBe('104 A')
    expect(choice('', choose(103))).toBe('103 A')
    expect(choice('/1*↵', choose(105, true))).toBe('105 A')
  })

  it('are of games that are played alike: another one takes their place', () => {
    expect(choice('/1+2↵', choose(drawAt(6, '12:45')))).toBe('600 A')
    expect(choice('/6↵', choose(drawAt(7, '13:00')))).toBe('600 700 A')
  })

  it('keep the columns of a game in another of its hours', () => {
    expect(choice('/6,23↵', choose(601, true))).toBe('601 BC')
    expect(choice('/6,23↵', choose(700, true))).toBe('700 A')
  })

  it('are none that closed or does not exist', () => {
    expect(choice('', choose(102), choose(9999, true))).toBe('103 A')
  })

  it('have columns that come and go, of which one stays', () => {
    expect(choice('/6↵', { do: 'place', place: 'C' }, { do: 'place', place: 'B' })).toBe('600 ABC')
    expect(choice('/6↵', { do: 'place', place: 'A' })).toBe('600 A')
    expect(choice('/6,12↵', { do: 'place', place: 'A' })).toBe('600 B')
    expect(choice('/9↵', { do: 'place', place: 'B' })).toBe('901 A')
    expect(choice('', { do: 'place', place: 'B' })).toBe('103 A')
  })
})

describe('a draw that closes', () => {
  const later = counterAt('10:55')

  it('keeps its lines, out of the total and of what is sent, until they are moved', () => {
    const basket = typed('/1+211↵25*10↵/3↵7*5↵')
    expect(totalOf(basket, context)).toBe('25.00')
    expect(totalOf(basket, later)).toBe('5.00')
    expect(toSend(basket, later).lines.map(({ draw_id }) => draw_id)).toEqual([303])
    expect(groupsOf(basket, later).map(({ closed }) => closed)).toEqual([true, true, false])
    const moved = after(basket, [{ do: 'move', also_closed: [] }], later)
    expect(told(moved)).toEqual(['104 25 10.00', '204 25 10.00', '303 7 5.00'])
    expect(totalOf(moved, later)).toBe('25.00')
  })

  it('moves the choice with its lines, and that of an empty ticket by itself', () => {
    expect(after(typed('25*10↵'), [{ do: 'clock' }], later).choice.draw_ids).toEqual([103])
    expect(after(typed('25*10↵'), [{ do: 'move', also_closed: [] }], later).choice.draw_ids).toEqual([104])
    expect(after(typed('/1+2↵'), [{ do: 'clock' }], later).choice.draw_ids).toEqual([104, 204])
    expect(after(typed('/111+112↵'), [{ do: 'clock' }], later).choice.draw_ids).toEqual([104])
    const same = typed('/112↵')
    expect(after(same, [{ do: 'clock' }], later)).toBe(same)
  })

  it('that nothing follows keeps its lines where they are', () => {
    const last = typed('25*10↵', counterAt('18:30'))
    expect(told(after(last, [{ do: 'move', also_closed: [] }], counterAt('18:56')))).toEqual(told(last))
  })

  it('is one that an answer calls closed, too', () => {
    expect(told(after(typed('25*10↵'), [{ do: 'move', also_closed: [103] }]))).toEqual(['104 25 10.00'])
  })
})

describe('a ticket that was refused', () => {
  it('comes back before what was typed meanwhile, which goes first when it is taken back', () => {
    const sent = toSend(typed('/6,12↵253*10↵/1↵25*5↵'), context)
    const back = after(typed('7*3↵'), [{ do: 'bring_back', sent }])
    expect(told(back)).toEqual(['600 253 10.00', '600 253 10.00', '103 25 5.00', '103 7 3.00'])
    expect(back.lines.map(({ kind, place }) => `${kind} ${place}`)).toEqual([
      'triple A',
      'triple B',
      'animalito ',
      'animalito ',
    ])
    expect(new Set(back.lines.map(({ key }) => key)).size).toBe(4)
    expect(told(typeInto('-↵', context, back).ticket)).toEqual(told(back).slice(0, 3))
    expect(told(after(back, [{ do: 'quick', stake: '9.00' }]))).toEqual([...told(back).slice(0, 3), '103 7 9.00'])
    expect(toSend({ ...back, lines: back.lines.slice(0, 3) }, context).lines).toEqual(sent.lines)
  })

  it('in another currency empties the amounts that were typed meanwhile', () => {
    const sent = { ...toSend(typed('25*5000↵'), context), currency: 'COP' as const }
    const back = after(typed('7*3↵'), [{ do: 'bring_back', sent }])
    expect([back.currency, ...told(back)]).toEqual(['COP', '103 25 5000.00', '103 7 null'])
  })

  it('leaves out what no catalogue knows any more', () => {
    const lines = [{ draw_id: 9999, bet_type_id: 1, number: '25', stake: '10.00' }]
    expect(after(typed(''), [{ do: 'bring_back', sent: { currency: 'BS', lines } }]).lines).toEqual([])
  })
})
