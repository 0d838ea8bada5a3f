/** What is typed as a number, by kind of game: the bets, and the sentence that says them before Enter. */
import { describe, expect, it } from 'vitest'
import { counterAt, toldLines, typeInto } from '../../tests/support/counter-catalogue.ts'
import { changeBasket } from './basket.ts'

/** Reads the last text, enters it, and gives what it said with what the ticket then sends more. */
function entered(script: string) {
  const context = counterAt()
  const { ticket, reading } = typeInto(script, context)
  if (reading.kind !== 'lines') throw new Error(`${script}: ${JSON.stringify(reading)}`)
  const after = changeBasket(ticket, { do: 'take', reading }, context)
  const added = after.lines.slice(ticket.lines.length)
  return { said: reading.says, read: toldLines(reading.lines, context), added: toldLines(added, context) }
}

describe('numbers', () => {
  it.each([
    ['25*100', '1 animalito 25 /111 100.00', '25 Gallina a Bs 100,00 para Lotto Activo 11:00'],
    [
      '5+12+36*50',
      '3 animalito 5 12 36 /111 50.00',
      '5 León, 12 Caballo y 36 Culebra a Bs 50,00 para Lotto Activo 11:00: Bs 150,00',
    ],
    ['25', '1 animalito 25 /111 ?', '25 Gallina para Lotto Activo 11:00; falta el monto'],
    ['0*10', '1 animalito 0 /111 10.00', '0 Delfín a Bs 10,00 para Lotto Activo 11:00'],
    ['00*10', '1 animalito 00 /111 10.00', '00 Ballena a Bs 10,00 para Lotto Activo 11:00'],
    ['05*10', '1 animalito 5 /111 10.00', '5 León a Bs 10,00 para Lotto Activo 11:00'],
    ['36*10', '1 animalito 36 /111 10.00', '36 Culebra a Bs 10,00 para Lotto Activo 11:00'],
    ['mon*100', '1 animalito 13 /111 100.00', '13 Mono a Bs 100,00 para Lotto Activo 11:00'],
    ['MON*100', '1 animalito 13 /111 100.00', '13 Mono a Bs 100,00 para Lotto Activo 11:00'],
    ['león*10', '1 animalito 5 /111 10.00', '5 León a Bs 10,00 para Lotto Activo 11:00'],
    ['leon+mono*10', '2 animalito 5 13 /111 10.00', '5 León y 13 Mono a Bs 10,00 para Lotto Activo 11:00: Bs 20,00'],
    ['delf*20', '1 animalito 0 /111 20.00', '0 Delfín a Bs 20,00 para Lotto Activo 11:00'],
    [' 25 * 100 ', '1 animalito 25 /111 100.00', '25 Gallina a Bs 100,00 para Lotto Activo 11:00'],
    ['5 + 12 *50', '2 animalito 5 12 /111 50.00', '5 León y 12 Caballo a Bs 50,00 para Lotto Activo 11:00: Bs 100,00'],
    ['5-12-36*10', '1 tripleta 5-12-36 /111 10.00', 'tripleta 5-12-36 a Bs 10,00 para Lotto Activo 11:00'],
    ['36-12-5*10', '1 tripleta 5-12-36 /111 10.00', 'tripleta 5-12-36 a Bs 10,00 para Lotto Activo 11:00'],
    [
      '5-12-36-7*10',
      '4 tripleta 5-12-36 5-7-12 5-7-36 7-12-36 /111 10.00',
      '4 tripletas de 5-12-36-7 a Bs 10,00 para Lotto Activo 11:00: Bs 40,00',
    ],
    [
      '1-2-3-4-5*10',
      '10 tripleta 1-2-3 to 3-4-5 /111 10.00',
      '10 tripletas de 1-2-3-4-5 a Bs 10,00 para Lotto Activo 11:00: Bs 100,00',
    ],
    [
      '1-2-3-4-5-6*2',
      '20 tripleta 1-2-3 to 4-5-6 /111 2.00',
      '20 tripletas de 1-2-3-4-5-6 a Bs 2,00 para Lotto Activo 11:00: Bs 40,00',
    ],
    ['leo-cab-cul*10', '1 tripleta 5-12-36 /111 10.00', 'tripleta 5-12-36 a Bs 10,00 para Lotto Activo 11:00'],
    [
      '25+5-12-36*10',
      '1 animalito 25 /111 10.00 & 1 tripleta 5-12-36 /111 10.00',
      '25 Gallina y tripleta 5-12-36 a Bs 10,00 para Lotto Activo 11:00: Bs 20,00',
    ],
    ['5+5*10', '2 animalito 5 /111 10.00', '5 León y 5 León a Bs 10,00 para Lotto Activo 11:00: Bs 20,00, se suma 1'],
    ['/4↵75*10', '1 animalito 75 /411 10.00', '75 Guácharo a Bs 10,00 para Guácharo Activo 11:00'],
    ['/4↵guacharo*10', '1 animalito 75 /411 10.00', '75 Guácharo a Bs 10,00 para Guácharo Activo 11:00'],
    ['/5↵99*10', '1 animalito 99 /511 10.00', '99 Guacharito a Bs 10,00 para Selva Plus 11:00'],
    ['/5↵guacharito*10', '1 animalito 99 /511 10.00', '99 Guacharito a Bs 10,00 para Selva Plus 11:00'],
    [
      '/1+4↵36*10',
      '2 animalito 36 /111 /411 10.00',
      '36 Culebra a Bs 10,00 para Lotto Activo 11:00 y Guácharo Activo 11:00: Bs 20,00',
    ],
    [
      '/1+2↵mono*10',
      '2 animalito 13 /111 /211 10.00',
      '13 Mono a Bs 10,00 para Lotto Activo 11:00 y La Granjita 11:00: Bs 20,00',
    ],
    [
      '/1*3↵7*10',
      '3 animalito 7 /111 /112 /113 10.00',
      '7 Perico a Bs 10,00 para Lotto Activo 11:00, 12:00 y 13:00: Bs 30,00',
    ],
    ['/6↵253*10', '1 triple 253 A /612 10.00', 'triple 253 a Bs 10,00 para Triple Zulia 12:45, columna A'],
    ['/6↵53*10', '1 terminal 53 A /612 10.00', 'terminal 53 a Bs 10,00 para Triple Zulia 12:45, columna A'],
    ['/6↵53,*10', '1 punta 53 A /612 10.00', 'punta 53 a Bs 10,00 para Triple Zulia 12:45, columna A'],
    ['/6↵007*10', '1 triple 007 A /612 10.00', 'triple 007 a Bs 10,00 para Triple Zulia 12:45, columna A'],
    ['/6↵00*10', '1 terminal 00 A /612 10.00', 'terminal 00 a Bs 10,00 para Triple Zulia 12:45, columna A'],
    ['/6↵253,5*10', '1 zodiacal 253 LEO C /612 10.00', 'zodiacal 253 Leo a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵253,12*10', '1 zodiacal 253 PIS C /612 10.00', 'zodiacal 253 Piscis a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵253,05*10', '1 zodiacal 253 LEO C /612 10.00', 'zodiacal 253 Leo a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵25,5*10', '1 terminal_signo 25 LEO C /612 10.00', 'terminal 25 Leo a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵253leo*10', '1 zodiacal 253 LEO C /612 10.00', 'zodiacal 253 Leo a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵253 Leo*10', '1 zodiacal 253 LEO C /612 10.00', 'zodiacal 253 Leo a Bs 10,00 para Triple Zulia 12:45'],
    ['/6↵25pis*10', '1 terminal_signo 25 PIS C /612 10.00', 'terminal 25 Piscis a Bs 10,00 para Triple Zulia 12:45'],
    [
      '/6↵253,*10',
      '6 triple 253 235 523 532 325 352 A /612 10.00',
      'permuta de 253: 6 triples a Bs 10,00 para Triple Zulia 12:45, columna A: Bs 60,00',
    ],
    [
      '/6↵225,*10',
      '3 triple 225 252 522 A /612 10.00',
      'permuta de 225: 3 triples a Bs 10,00 para Triple Zulia 12:45, columna A: Bs 30,00',
    ],
    [
      '/6↵222,*10',
      '1 triple 222 A /612 10.00',
      'permuta de 222: 1 triple a Bs 10,00 para Triple Zulia 12:45, columna A',
    ],
    [
      '/6↵012,*10',
      '6 triple 012 021 102 120 201 210 A /612 10.00',
      'permuta de 012: 6 triples a Bs 10,00 para Triple Zulia 12:45, columna A: Bs 60,00',
    ],
    [
      '/6↵,25*1',
      '10 triple 025 to 925 A /612 1.00',
      'serie _25: 10 triples a Bs 1,00 para Triple Zulia 12:45, columna A: Bs 10,00',
    ],
    [
      '/6↵2,5*1',
      '10 triple 205 to 295 A /612 1.00',
      'serie 2_5: 10 triples a Bs 1,00 para Triple Zulia 12:45, columna A: Bs 10,00',
    ],
    [
      '/6↵120-129*1',
      '10 triple 120 to 129 A /612 1.00',
      'corrida 120-129: 10 triples a Bs 1,00 para Triple Zulia 12:45, columna A: Bs 10,00',
    ],
    [
      '/6↵00-09*1',
      '10 terminal 00 to 09 A /612 1.00',
      'corrida 00-09: 10 terminales a Bs 1,00 para Triple Zulia 12:45, columna A: Bs 10,00',
    ],
    [
      '/6↵20-29*1',
      '10 terminal 20 to 29 A /612 1.00',
      'corrida 20-29: 10 terminales a Bs 1,00 para Triple Zulia 12:45, columna A: Bs 10,00',
    ],
    [
      '/6↵253+53*10',
      '1 triple 253 A /612 10.00 & 1 terminal 53 A /612 10.00',
      'triple 253 y terminal 53 a Bs 10,00 para Triple Zulia 12:45, columna A: Bs 20,00',
    ],
    [
      '/6↵253+53,+253,5*10',
      '1 triple 253 A /612 10.00 & 1 punta 53 A /612 10.00 & 1 zodiacal 253 LEO C /612 10.00',
      'triple 253, punta 53 y zodiacal 253 Leo a Bs 10,00 para Triple Zulia 12:45, columna A: Bs 30,00',
    ],
    [
      '/6,12↵253*5',
      '2 triple 253 AB /612 5.00',
      'triple 253 a Bs 5,00 para Triple Zulia 12:45, columnas A y B: Bs 10,00',
    ],
    [
      '/6,123↵253+53*5',
      '3 triple 253 ABC /612 5.00 & 3 terminal 53 ABC /612 5.00',
      'triple 253 y terminal 53 a Bs 5,00 para Triple Zulia 12:45, columnas A, B y C: Bs 30,00',
    ],
    [
      '/6,123↵253,*1',
      '18 triple 253 235 523 532 325 352 ABC /612 1.00',
      'permuta de 253: 6 triples a Bs 1,00 para Triple Zulia 12:45, columnas A, B y C: Bs 18,00',
    ],
    ['/6,12↵253,5*5', '1 zodiacal 253 LEO C /612 5.00', 'zodiacal 253 Leo a Bs 5,00 para Triple Zulia 12:45'],
    [
      '/9,13↵53*5',
      '2 terminal 53 AC /912 5.00',
      'terminal 53 a Bs 5,00 para Triple Zamorano 12:00, columnas A y C: Bs 10,00',
    ],
    [
      '/6+7,2↵253*5',
      '2 triple 253 B /612 /713 5.00',
      'triple 253 a Bs 5,00 para Triple Zulia 12:45 y Triple Caracas 13:00, columna B: Bs 10,00',
    ],
    ['/12↵25*10', '1 terminal_pa 25 /1216 10.00', 'terminal 25 a Bs 10,00 para Panamá Miercolito 16:00'],
    [
      '/12↵00-04*10',
      '5 terminal_pa 00 01 02 03 04 /1216 10.00',
      'corrida 00-04: 5 terminales a Bs 10,00 para Panamá Miercolito 16:00: Bs 50,00',
    ],
    ['25*12,5', '1 animalito 25 /111 12.50', '25 Gallina a Bs 12,50 para Lotto Activo 11:00'],
    ['25*1.234,50', '1 animalito 25 /111 1234.50', '25 Gallina a Bs 1.234,50 para Lotto Activo 11:00'],
    ['25*Bs 5', '1 animalito 25 /111 5.00', '25 Gallina a Bs 5,00 para Lotto Activo 11:00'],
    ['25*bs5', '1 animalito 25 /111 5.00', '25 Gallina a Bs 5,00 para Lotto Activo 11:00'],
  ])('«%s» is %s', (script, lines, says) => {
    expect(entered(script)).toEqual({ said: says, read: lines, added: lines })
  })
})

describe('refused', () => {
  it.each([
    ['38', 'number_unknown', '«38» no se juega en Lotto Activo.'],
    ['000', 'number_unknown', '«000» no se juega en Lotto Activo.'],
    ['253', 'number_unknown', '«253» no se juega en Lotto Activo.'],
    ['25-12', 'unfinished', 'Una tripleta son 3 símbolos distintos.'],
    ['25-', 'unfinished', 'Una tripleta son 3 símbolos distintos.'],
    ['5-12-', 'unfinished', 'Una tripleta son 3 símbolos distintos.'],
    ['5-12-12', 'number_unknown', 'El 12 está dos veces en la tripleta.'],
    ['5--5', 'unfinished', 'Una tripleta son 3 símbolos distintos.'],
    ['1-2-3-4-5-6-7', 'number_unknown', 'De una vez se combinan hasta 6 símbolos.'],
    [
      'ca',
      'name_ambiguous',
      '«ca» puede ser 1 Carnero, 12 Caballo, 22 Camello o 30 Caimán. Escriba más letras, o su número.',
    ],
    ['a', 'name_ambiguous', '«a» puede ser 4 Alacrán, 9 Águila o 32 Ardilla. Escriba más letras, o su número.'],
    ['xyz', 'number_unknown', '«xyz» no se juega en Lotto Activo.'],
    ['guacharito', 'number_unknown', '«guacharito» no se juega en Lotto Activo.'],
    ['253leo', 'number_unknown', '«253leo» no se juega en Lotto Activo.'],
    ['25,', 'number_unknown', '«25,» no se juega en Lotto Activo.'],
    ['/2*2↵99', 'number_unknown', '«99» no se juega en La Granjita.'],
    ['/3↵5-12-36*10', 'bet_not_offered', 'Lotto Activo RD no juega tripleta.'],
    ['/1+4↵75', 'number_unknown', '«75» no se juega en Lotto Activo.'],
    [
      '/6↵2',
      'unfinished',
      'Un triple tiene 3 cifras, un terminal 2. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    [
      '/6↵,',
      'unfinished',
      'Un triple tiene 3 cifras, un terminal 2. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    [
      '/6↵,2',
      'unfinished',
      'Un triple tiene 3 cifras, un terminal 2. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    [
      '/6↵2,',
      'unfinished',
      'Un triple tiene 3 cifras, un terminal 2. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    [
      '/6↵2538',
      'number_unknown',
      '«2538» no se juega en triples. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    ['/6↵253,13', 'number_unknown', 'Los signos van de 1 (Aries) a 12 (Piscis).'],
    ['/6↵253,0', 'unfinished', 'Los signos van de 1 (Aries) a 12 (Piscis).'],
    ['/6↵253l', 'name_ambiguous', '«l» puede ser Leo o Libra. Escriba más letras.'],
    ['/6↵253xyz', 'number_unknown', '«xyz» no es un signo. Van de 1 (Aries) a 12 (Piscis).'],
    [
      '/6↵mono',
      'number_unknown',
      '«mono» no se juega en triples. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    ['/6↵129-120', 'number_unknown', 'La corrida 129-120 no va de menor a mayor.'],
    ['/6↵129-129', 'number_unknown', 'La corrida 129-129 no va de menor a mayor.'],
    ['/6↵120-220', 'number_unknown', 'Una corrida tiene hasta 100 números; esta, 101.'],
    ['/6↵120-12', 'unfinished', 'Falta hasta dónde llega la corrida desde 120.'],
    ['/6↵-120', 'unfinished', 'Una corrida va de un número a otro: 120-129.'],
    ['/6↵900-1000', 'number_unknown', 'La corrida 900-1000 no va de menor a mayor.'],
    ['/6↵100-161', 'ticket_too_long', 'El ticket admite hasta 60 jugadas: tiene 0 y esto agrega 62.'],
    [
      '/6↵5-12-36',
      'number_unknown',
      '«5-12-36» no se juega en triples. 253 triple, 53 terminal, 53, punta, 253,5 con su signo.',
    ],
    ['/12↵2', 'unfinished', 'Se juegan 2 cifras.'],
    ['/12↵253', 'number_unknown', '«253» no se juega en Panamá. Se juegan 2 cifras: 25.'],
    ['/12↵25,5', 'number_unknown', '«25,5» no se juega en Panamá. Se juegan 2 cifras: 25.'],
    ['+', 'unfinished', 'Falta un número.'],
    ['5+', 'unfinished', 'Falta un número.'],
    ['5++5', 'unfinished', 'Falta un número.'],
    ['25*', 'unfinished', 'Falta el monto.'],
    ['25*0', 'unfinished', 'El monto debe ser mayor que cero.'],
    ['25*0,50', 'stake_too_small', 'El mínimo por jugada es Bs 1,00.'],
    ['25*6000', 'stake_too_large', 'El máximo por jugada es Bs 5.000,00.'],
    ['25*12.50', 'amount_ambiguous', '«12.50» puede ser otro monto. Escriba 12,50 o 1.250,00.'],
    ['25*1.250', 'amount_ambiguous', '«1.250» puede ser otro monto. Escriba 1.250,00 o 1,25.'],
    ['25*1,250', 'amount_ambiguous', '«1,250» puede ser otro monto. Escriba 1.250,00 o 1,25.'],
    ['25*1,234.56', 'amount_ambiguous', '«1,234.56» puede ser otro monto. Escriba 1.234,56.'],
    ['25*1x', 'amount_invalid', '«1x» no es un monto.'],
    ['25*-5', 'amount_invalid', '«-5» no es un monto.'],
    ['25*12,', 'unfinished', '«12,» no es un monto.'],
    ['25*12,345', 'amount_ambiguous', '«12,345» puede ser otro monto. Escriba 12.345,00 o 12,35.'],
    ['25*1*2', 'amount_invalid', 'Va un solo monto, detrás de los números. 5+12*50'],
    ['25*$5', 'amount_invalid', '«$5» está en dólares o pesos colombianos y aquí va en bolívares.'],
    ['25*5 COP', 'amount_invalid', '«5 COP» está en pesos colombianos y aquí va en bolívares.'],
    ['25*1000000000000000', 'amount_invalid', '«1000000000000000» no es un monto.'],
    ['¿?', 'number_unknown', '«¿?» no se juega en Lotto Activo.'],
    ['ñ', 'number_unknown', '«ñ» no se juega en Lotto Activo.'],
    ['☺', 'number_unknown', '«☺» no se juega en Lotto Activo.'],
    ['<script>', 'number_unknown', '«<script>» no se juega en Lotto Activo.'],
  ])('«%s»: %s', (script, code, says) => {
    const context = counterAt()
    const { ticket, reading } = typeInto(script, context)
    if (reading.kind !== 'wrong') throw new Error(`${script}: ${JSON.stringify(reading)}`)
    expect([reading.code, [reading.says, reading.hint].filter(Boolean).join(' ')]).toEqual([code, says])
    expect(changeBasket(ticket, { do: 'take', reading }, context)).toBe(ticket)
  })
})
