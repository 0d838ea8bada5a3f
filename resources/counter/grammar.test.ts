/** Amounts, copies, what is taken back, and what is no bet at all. */
import { describe, expect, it } from 'vitest'
import { counterAt, toldLines, typeInto } from '../../tests/support/counter-catalogue.ts'
import { changeBasket } from './basket.ts'
import { readEntry } from './grammar.ts'

const read = (script: string, context = counterAt()) => {
  const { reading } = typeInto(script, context)
  switch (reading.kind) {
    case 'lines':
      return [toldLines(reading.lines, context), reading.says]
    case 'wrong':
      return [reading.code, [reading.says, reading.hint].filter(Boolean).join(' ')]
    case 'ticket':
      return [`${reading.serial} ${reading.code} after «${reading.before}»`]
    case 'nothing':
      return ['nothing']
    default:
      return [reading.kind, reading.says]
  }
}

describe('the rest of the grammar', () => {
  it.each([
    ['25*100↵12', '1 animalito 12 /111 100.00', '12 Caballo a Bs 100,00 para Lotto Activo 11:00'],
    ['25*100↵25*50', '1 animalito 25 /111 50.00', '25 Gallina a Bs 50,00 para Lotto Activo 11:00, se suma'],
    ['25*100↵25', '1 animalito 25 /111 100.00', '25 Gallina a Bs 100,00 para Lotto Activo 11:00, se suma'],
    ['5↵5', '1 animalito 5 /111 ?', '5 León para Lotto Activo 11:00, se suma; falta el monto'],
    ['25*100↵//112', '1 animalito 25 /112 100.00', 'copia 25 Gallina para Lotto Activo 12:00: Bs 100,00'],
    ['25*100↵//2', '1 animalito 25 /211 100.00', 'copia 25 Gallina para La Granjita 11:00: Bs 100,00'],
    [
      '25*100↵//1*3',
      '3 animalito 25 /111 /112 /113 100.00',
      'copia 25 Gallina para Lotto Activo 11:00, 12:00 y 13:00: Bs 300,00, se suma 1',
    ],
    [
      '25*100↵//112+2',
      '2 animalito 25 /112 /211 100.00',
      'copia 25 Gallina para Lotto Activo 12:00 y La Granjita 11:00: Bs 200,00',
    ],
    ['25*100↵//111', '1 animalito 25 /111 100.00', 'copia 25 Gallina para Lotto Activo 11:00: Bs 100,00, se suma'],
    ['25↵//112', '1 animalito 25 /112 ?', 'copia 25 Gallina para Lotto Activo 12:00; falta 1 monto'],
    ['/111+112↵25*100↵//113', '1 animalito 25 /113 100.00', 'copia 25 Gallina para Lotto Activo 13:00: Bs 100,00'],
    [
      '25*100↵/112↵25*50↵//113',
      '2 animalito 25 /113 100.00 50.00',
      'copia 25 Gallina para Lotto Activo 13:00: Bs 150,00, se suma 1',
    ],
    [
      '/6,12↵253*10↵//7',
      '2 triple 253 AB /713 10.00',
      'copia triple 253 A y triple 253 B para Triple Caracas 13:00: Bs 20,00',
    ],
    ['*50', 'nothing_waits', 'Ninguna jugada espera un monto.'],
    [
      '25*100↵*50',
      'nothing_waits',
      'Ninguna jugada espera un monto. Con - se quita la última, para escribirla otra vez.',
    ],
    ['5↵*0', 'unfinished', 'El monto debe ser mayor que cero.'],
    ['5↵*', 'unfinished', 'Falta el monto.'],
    ['5↵*6000', 'stake_too_large', 'El máximo por jugada es Bs 5.000,00.'],
    ['5↵*12.50', 'amount_ambiguous', '«12.50» puede ser otro monto. Escriba 12,50 o 1.250,00.'],
    ['25*4000↵25*1001', 'stake_too_large', 'El máximo por jugada es Bs 5.000,00. Sumada tendría Bs 5.001,00.'],
    ['-', 'nothing_to_take_back', 'El ticket está vacío: no hay qué quitar.'],
    ['//', 'nothing_to_repeat', 'No hay un ticket que repetir.'],
    ['//2', 'nothing_to_copy', 'El ticket está vacío: no hay qué copiar.'],
    ['//99', 'product_unknown', 'Ningún juego tiene la tecla 99.'],
    ['25*100↵//6', 'copy_unfit', 'Triple Zulia no juega 25.'],
    ['5-12-36*10↵//3', 'copy_unfit', 'Lotto Activo RD no juega tripleta 5-12-36.'],
    ['/4↵75*10↵//1', 'copy_unfit', 'Lotto Activo no juega 75.'],
    ['/6,2↵253*10↵//9', 'copy_unfit', 'Triple Zamorano no juega triple 253 B.'],
    ['5↵12↵36↵*50', 'amount', 'Bs 50,00 cada una a 5 León, 12 Caballo y 36 Culebra'],
    ['25*100↵12↵36↵*50', 'amount', 'Bs 50,00 cada una a 12 Caballo y 36 Culebra'],
    ['5↵12*20↵36↵*10', 'amount', 'Bs 10,00 cada una a 5 León y 36 Culebra'],
    ['25*10↵-', 'back', 'quita 25 Gallina'],
    ['5+12+36*50↵-', 'back', 'quita 5 León, 12 Caballo y 36 Culebra'],
    ['/1*↵25*10↵-', 'back', 'quita 25 Gallina'],
    ['/6↵120-129*1↵-', 'back', 'quita 10 jugadas'],
    ['2D9ABCDEFG-0123456789ABC', '2D9ABCDEFG 0123456789ABC after «»'],
    ["2d9abcdefg'0123456789abc", '2D9ABCDEFG 0123456789ABC after «»'],
    ['2D9ABCDEFG0123456789ABC', '2D9ABCDEFG 0123456789ABC after «»'],
    ['2D9ABCDEFG', '2D9ABCDEFG null after «»'],
    ['25*102D9ABCDEFG-0123456789ABC', '2D9ABCDEFG 0123456789ABC after «25*10»'],
    ['/6,2D9ABCDEFG-0123456789ABC', '2D9ABCDEFG 0123456789ABC after «/6,»'],
    ['', 'nothing'],
    ['   ', 'nothing'],
    ['25*100↵', 'nothing'],
  ])('«%s» is %s', (script, ...expected) => {
    expect(read(script)).toEqual(expected)
  })
})

describe('amounts', () => {
  const stakes = (script: string) => {
    const context = counterAt()
    return typeInto(script, context).ticket.lines.map(({ number, stake }) => `${number} ${stake}`)
  }

  it('is the one of the line before, which a new ticket does not have', () => {
    expect(stakes('25*100↵12↵36↵')).toEqual(['25 100.00', '12 100.00', '36 100.00'])
    expect(stakes('25↵12↵')).toEqual(['25 null', '12 null'])
  })

  it('written last is for every line since the last that was written', () => {
    expect(stakes('5↵12↵36↵*50↵')).toEqual(['5 50.00', '12 50.00', '36 50.00'])
    expect(stakes('25*100↵12↵36↵*50↵')).toEqual(['25 100.00', '12 50.00', '36 50.00'])
    expect(stakes('5↵*50↵7↵9↵*20↵')).toEqual(['5 50.00', '7 20.00', '9 20.00'])
  })

  it('written alone is refused where one of its lines would pass the largest stake', () => {
    expect(read('5↵5↵*4000')).toEqual(['stake_too_large', 'El máximo por jugada es Bs 5.000,00.'])
  })

  it('has no cents in pesos, and none in a currency that the office does not sell', () => {
    const context = counterAt()
    const pesos = { ...typeInto('', context).ticket, currency: 'COP' as const }
    expect(readEntry('25*1000,50', pesos, context)).toMatchObject({ code: 'stake_without_cents' })
    expect(readEntry('25*500', pesos, context)).toMatchObject({
      code: 'stake_too_small',
      says: 'El mínimo por jugada es $ 1.000,00.',
    })
    expect(readEntry('25*2000', pesos, context)).toMatchObject({ kind: 'lines' })
    expect(readEntry('25*10', { ...pesos, currency: 'USD' }, context)).toMatchObject({ code: 'currency_not_sold' })
  })
})

describe('a repeated ticket', () => {
  const line = (product_id: number, draw_id: number, time: string, number: string, stake = '10.00') => ({
    draw_id,
    product_id,
    product_name: 'Juego',
    scheduled_at: `2026-11-25T${time}:00-04:00`,
    bet_kind: 'animalito' as const,
    place: '' as const,
    number,
    stake,
  })
  const last = (...lines: ReturnType<typeof line>[]) => ({ currency: 'BS' as const, lines })

  it('goes to the next draws of its games, in their order', () => {
    const context = counterAt('10:40', {
      last: last(line(1, 101, '09:00', '25'), line(1, 100, '08:00', '12', '20.00'), line(2, 200, '08:00', '7')),
    })
    expect(read('//', context)).toEqual([
      '3 animalito 25 12 7 /112 /111 /211 10.00 20.00',
      'repite 25 Gallina, 12 Caballo y 7 Perico para Lotto Activo 12:00, Lotto Activo 11:00 y La Granjita 11:00: Bs 40,00',
    ])
  })

  it('keeps equal lines of one draw apart, as they were sold', () => {
    const context = counterAt('10:40', { last: last(line(1, 100, '08:00', '25'), line(1, 100, '08:00', '25')) })
    expect(read('//', context)[0]).toBe('2 animalito 25 /111 10.00')
  })

  it('is refused where too few draws are left, or where the ticket is in another currency', () => {
    const two = last(line(1, 100, '08:00', '25'), line(1, 101, '09:00', '25'))
    expect(read('//', counterAt('18:30', { last: two }))).toEqual([
      'no_draw',
      'A Juego le queda 1 sorteo de los 2 del ticket.',
    ])
    expect(read('//', counterAt('23:00', { last: two }))).toEqual(['no_draw', 'A Juego no le quedan sorteos.'])
    const pesos = { ...two, currency: 'COP' as const }
    expect(read('25*10↵//', counterAt('10:40', { last: pesos }))[0]).toBe('currency_not_sold')
    const dollars = { ...two, currency: 'USD' as const }
    expect(read('//', counterAt('10:40', { last: dollars }))[0]).toBe('currency_not_sold')
  })

  it('brings its currency to an empty ticket', () => {
    const pesos = { currency: 'COP' as const, lines: [line(1, 100, '08:00', '25', '2000.00')] }
    const context = counterAt('10:40', { last: pesos })
    const { ticket, reading } = typeInto('//', context)
    expect(changeBasket(ticket, { do: 'take', reading }, context)).toMatchObject({
      currency: 'COP',
      lines: [{ stake: '2000.00', written: 1 }],
    })
  })
})
