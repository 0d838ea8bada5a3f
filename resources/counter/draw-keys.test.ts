/** What is typed behind a slash: the draws and columns that are chosen, by the ids of the catalogue: product, then place of its hour. */
import { describe, expect, it } from 'vitest'
import { counterAt, counterCatalogue, drawsOfTomorrow, typeInto } from '../../tests/support/counter-catalogue.ts'
import { drawById, drawKey } from './draws.ts'

const said = (script: string, context = counterAt()) => {
  const { reading } = typeInto(script, context)
  if (reading.kind === 'draws')
    return [`${reading.choice.draw_ids.join(' ')} ${reading.choice.places.join('')}`, reading.says]
  if (reading.kind === 'wrong') return [reading.code, [reading.says, reading.hint].filter(Boolean).join(' ')]
  return [reading.kind]
}

describe('draws', () => {
  it.each([
    ['/1', '103 A', 'para Lotto Activo 11:00'],
    ['/2', '203 A', 'para La Granjita 11:00'],
    ['/111', '103 A', 'para Lotto Activo 11:00'],
    ['/0111', '103 A', 'para Lotto Activo 11:00'],
    ['/119', '111 A', 'para Lotto Activo 19:00'],
    ['/1*3', '103 104 105 A', 'para Lotto Activo 11:00, 12:00 y 13:00'],
    ['/1*', '103 104 105 106 107 108 109 110 111 A', 'para 9 sorteos de Lotto Activo, de 11:00 a 19:00'],
    ['/1*1', '103 A', 'para Lotto Activo 11:00'],
    ['/113*2', '105 106 A', 'para Lotto Activo 13:00 y 14:00'],
    ['/113*', '105 106 107 108 109 110 111 A', 'para 7 sorteos de Lotto Activo, de 13:00 a 19:00'],
    ['/6', '600 A', 'para Triple Zulia 12:45, columna A'],
    ['/6,12', '600 AB', 'para Triple Zulia 12:45, columnas A y B'],
    ['/6,123', '600 ABC', 'para Triple Zulia 12:45, columnas A, B y C'],
    ['/6,321', '600 ABC', 'para Triple Zulia 12:45, columnas A, B y C'],
    ['/6,bc', '600 BC', 'para Triple Zulia 12:45, columnas B y C'],
    ['/616', '601 A', 'para Triple Zulia 16:45, columna A'],
    ['/616,12', '601 AB', 'para Triple Zulia 16:45, columnas A y B'],
    ['/1+2', '103 203 A', 'para Lotto Activo 11:00 y La Granjita 11:00'],
    [
      '/1*2+2*2',
      '103 104 203 204 A',
      'para Lotto Activo 11:00, Lotto Activo 12:00, La Granjita 11:00 y La Granjita 12:00',
    ],
    ['/1+1', '103 A', 'para Lotto Activo 11:00'],
    ['/+2', '103 203 A', 'para Lotto Activo 11:00 y La Granjita 11:00'],
    ['/1↵/+2', '103 203 A', 'para Lotto Activo 11:00 y La Granjita 11:00'],
    ['/1↵/+1', '103 A', 'para Lotto Activo 11:00'],
    ['/6,2↵/+7', '600 700 B', 'para Triple Zulia 12:45 y Triple Caracas 13:00, columna B'],
    ['/6,2↵/+9', '600 901 A', 'para Triple Zulia 12:45 y Triple Zamorano 12:00, columna A'],
    ['/6,12↵/,3', '600 C', 'para Triple Zulia 12:45, columna C'],
    ['/6,1↵/,ab', '600 AB', 'para Triple Zulia 12:45, columnas A y B'],
    [
      '/10*',
      '1002 1003 1004 1005 1006 1007 1008 1009 1010 A',
      'para 9 sorteos de Triple Chance, de 11:00 a 19:00, columna A',
    ],
    ['/12', '1200 A', 'para Panamá Miercolito 16:00'],
    ['/1216', '1200 A', 'para Panamá Miercolito 16:00'],
    ['/311', '303 A', 'para Lotto Activo RD 11:30'],
    ['/31130', '303 A', 'para Lotto Activo RD 11:30'],
    ['/gran', '203 A', 'para La Granjita 11:00'],
    ['/Lotto Activo', '103 A', 'para Lotto Activo 11:00'],
    ['/granjita*2', '203 204 A', 'para La Granjita 11:00 y 12:00'],
    ['/selva', '503 A', 'para Selva Plus 11:00'],
  ])('«%s» chooses %s', (script, ...expected) => {
    expect(said(script)).toEqual(expected)
  })
})

describe('refused', () => {
  it.each([
    ['/', 'unfinished', 'Falta la tecla del juego.'],
    ['/+', 'unfinished', 'Falta la tecla del juego.'],
    ['/,', 'unfinished', 'Falta la columna: 1 es A, 2 es B, 3 es C.'],
    ['/*', 'product_unknown', '«*» no es un juego.'],
    ['/6,', 'unfinished', 'Falta la columna: 1 es A, 2 es B, 3 es C.'],
    ['/6,4', 'no_column', '«4» no es una columna. 1 es A, 2 es B, 3 es C.'],
    ['/6,12,3', 'no_column', 'Las columnas van juntas, al final. /6,12 son la A y la B.'],
    ['/,12', 'no_column', 'Lotto Activo: no se juega por columnas.'],
    ['/1,1', 'no_column', 'Lotto Activo: no se juega por columnas.'],
    ['/9,12', 'no_column', 'Triple Zamorano no tiene columna B.'],
    [
      '/1+6',
      'kinds_mixed',
      'Lotto Activo y Triple Zulia se juegan distinto. En un mismo ticket sí: elija uno, y después el otro.',
    ],
    [
      '/6↵/+1',
      'kinds_mixed',
      'Triple Zulia y Lotto Activo se juegan distinto. En un mismo ticket sí: elija uno, y después el otro.',
    ],
    [
      '/1↵/+6',
      'kinds_mixed',
      'Lotto Activo y Triple Zulia se juegan distinto. En un mismo ticket sí: elija uno, y después el otro.',
    ],
    ['/99', 'product_unknown', 'Ningún juego tiene la tecla 99.'],
    ['/13', 'product_unknown', 'Ningún juego tiene la tecla 13.'],
    ['/0', 'product_unknown', 'Ningún juego tiene la tecla 0.'],
    ['/1110000', 'product_unknown', '«1110000» no es la tecla de un juego.'],
    ['/110', 'draw_closed', 'Lotto Activo 10:00 ya cerró. Sigue el de 11:00: /111.'],
    [
      '/107',
      'draw_unknown',
      'Lotto Activo no tiene sorteo en la hora 07. Le quedan: 11:00, 12:00, 13:00, 14:00, 15:00, 16:00, 17:00, 18:00 y 19:00.',
    ],
    [
      '/11130',
      'draw_unknown',
      'Lotto Activo no tiene sorteo a las 11:30. Le quedan: 11:00, 12:00, 13:00, 14:00, 15:00, 16:00, 17:00, 18:00 y 19:00.',
    ],
    ['/10*20', 'no_draw', 'A Triple Chance le quedan 9 sorteos, no 20. Con * solo van todos los que quedan.'],
    ['/1*10', 'no_draw', 'A Lotto Activo le quedan 9 sorteos, no 10. Con * solo van todos los que quedan.'],
    ['/1*0', 'unfinished', 'Cuántos sorteos: al menos 1.'],
    ['/lotto', 'name_ambiguous', '«lotto» puede ser Lotto Activo o Lotto Activo RD. Escriba más letras.'],
    ['/panam', 'name_ambiguous', '«panam» puede ser Panamá Dominical o Panamá Miercolito. Escriba más letras.'],
    ['/zzz', 'product_unknown', 'Ningún juego se llama «zzz».'],
    ['/a9', 'product_unknown', 'Ningún juego se llama «a9».'],
    ['/11', 'no_draw', 'A Panamá Dominical no le quedan sorteos.'],
    ['/1+99', 'product_unknown', 'Ningún juego tiene la tecla 99.'],
    ['/?', 'product_unknown', '«?» no es la tecla de un juego.'],
  ])('«%s»: %s', (script, ...expected) => {
    expect(said(script)).toEqual(expected)
  })
})

describe('keys and hours are stable', () => {
  it('each draw is chosen by the key that its chip shows, while it is open', () => {
    const context = counterAt('08:00', { now: Date.parse(counterCatalogue.draws[0]!.opens_at) })
    for (const draw of counterCatalogue.draws) {
      const { reading } = typeInto(drawKey(draw, context)!, context)
      expect(reading.kind === 'draws' && reading.choice.draw_ids).toEqual([draw.id])
    }
  })

  it('a minute before its close a key still means its draw, and from then on no other one', () => {
    expect(said('/111', counterAt('10:54'))).toEqual(['103 A', 'para Lotto Activo 11:00'])
    expect(said('/111', counterAt('10:55'))).toEqual([
      'draw_closed',
      'Lotto Activo 11:00 ya cerró. Sigue el de 12:00: /112.',
    ])
    expect(said('/1', counterAt('10:55'))).toEqual(['104 A', 'para Lotto Activo 12:00'])
  })

  it('today’s closed hour is not tomorrow’s', () => {
    const catalogue = { ...counterCatalogue, draws: [...counterCatalogue.draws, ...drawsOfTomorrow] }
    const context = counterAt('18:56', { catalogue })
    expect(said('/111', context)).toEqual(['draw_closed', 'Lotto Activo 11:00 ya cerró. Sigue el de mañana 08:00.'])
    expect(said('/1', context)).toEqual(['150 A', 'para Lotto Activo mañana 08:00'])
    expect(said('/1*2', context)).toEqual(['150 151 A', 'para Lotto Activo mañana 08:00 y mañana 09:00'])
    expect(said('/1*', counterAt('17:30', { catalogue }))).toEqual(['110 111 A', 'para Lotto Activo 18:00 y 19:00'])
    expect(drawKey(drawById(context, 150)!, context)).toBe(null)
  })

  it('a draw that the server refused is closed, and one that was suspended says so', () => {
    expect(said('/1', counterAt('10:40', { closed: new Set([103]) }))).toEqual(['104 A', 'para Lotto Activo 12:00'])
    expect(said('/111', counterAt('10:40', { closed: new Set([103]) }))[0]).toBe('draw_closed')
    const draws = counterCatalogue.draws.map((draw) =>
      draw.id === 103 ? { ...draw, state: 'suspendido' as const } : draw,
    )
    const context = counterAt('10:40', { catalogue: { ...counterCatalogue, draws } })
    expect(said('/111', context)).toEqual([
      'draw_closed',
      'Lotto Activo 11:00 está suspendido. Sigue el de 12:00: /112.',
    ])
  })

  it('an hour of two draws is asked for, and their keys have minutes', () => {
    const [half] = counterCatalogue.draws.filter(({ id }) => id === 303)
    const draws = [...counterCatalogue.draws, { ...half!, id: 9, product_id: 1 }]
    const context = counterAt('10:40', { catalogue: { ...counterCatalogue, draws } })
    expect(said('/111', context)).toEqual([
      'draw_ambiguous',
      'Lotto Activo tiene varios sorteos en la hora 11. Escriba /11100 o /11130.',
    ])
    expect(said('/11130', context)).toEqual(['9 A', 'para Lotto Activo 11:30'])
    expect(drawKey(drawById(context, 104)!, context)).toBe('/112')
  })

  it('no draw is left at the end of the day', () => {
    expect(said('/1', counterAt('23:00'))).toEqual(['no_draw', 'A Lotto Activo no le quedan sorteos.'])
    expect(said('25*10', counterAt('23:00'))[0]).toBe('no_draw')
  })

  it('a number for a draw that closed meanwhile is refused, with the one that follows', () => {
    const { ticket } = typeInto('25*10↵', counterAt('10:54'))
    const { reading } = typeInto('12*10', counterAt('10:55'), ticket)
    expect(reading).toEqual({
      kind: 'wrong',
      code: 'draw_closed',
      says: 'Lotto Activo 11:00 ya cerró.',
      hint: 'Sigue el de 12:00: /112.',
    })
  })
})
