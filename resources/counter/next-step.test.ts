/** What F9 is called and does, from a ticket, the office's limits and what the server told of this very ticket. */
import { describe, expect, it } from 'vitest'
import type { Quote } from '@contract/counter.ts'
import { counterAt, counterCatalogue, drawsOfTomorrow, typeInto } from '../../tests/support/counter-catalogue.ts'
import { closedBy, quoteOf } from './adjust.ts'
import { changeBasket } from './basket.ts'
import { nextStep } from './next-step.ts'
import { toSend, totalOf } from './ticket.ts'
import type { Basket, CounterContext, Quoted } from './types.ts'

const context = counterAt()
const typed = (script: string, at = context) => typeInto(script, at).ticket

/** The server's answer to a ticket, with faults by the place of their line: code, and what is left. */
function answered(
  basket: Basket,
  faults: Readonly<Record<number, readonly [code: string, left: string | null]>>,
  ticket: Quote['faults'] = [],
): Quoted {
  const { currency, lines, client } = toSend(basket, context)
  const quote: Quote = {
    total: totalOf(basket, context),
    prize: '0.00',
    faults: ticket,
    lines: lines.map((_, at) => {
      const [code, left = null] = faults[at] ?? []
      return { faults: code ? [{ code, field: 'stake', message: `No: ${code}.` }] : [], left, prize: '0.00' }
    }),
  }
  return { asked: { currency, lines, client }, quote }
}

/** What is done by F9 again and again until it would sell or does nothing: each label, then what is left. */
function pressed(basket: Basket, quoted: Quoted | null, at: CounterContext = context): string[] {
  const step = nextStep(basket, at, quoted)
  if (step.kind === 'blocked' || step.kind === 'client') return [`(${step.why})`]
  if (step.kind === 'sell')
    return [step.label, ...basket.lines.map(({ draw_id, number, stake }) => `${draw_id} ${number} ${stake}`)]
  return [step.label, ...pressed(changeBasket(basket, step.action, at), null, at)]
}

describe('sells', () => {
  it('what nothing stands against, before the answer too', () => {
    const basket = typed('25*100↵')
    expect(nextStep(basket, context, null)).toEqual({ kind: 'sell', label: 'Vender' })
    expect(nextStep(basket, context, answered(basket, {}))).toEqual({ kind: 'sell', label: 'Vender' })
  })

  it('whatever was told of another ticket', () => {
    const basket = typed('25*100↵')
    const other = answered(typed('25*200↵'), { 0: ['quota_exceeded', '120.00'] })
    expect(quoteOf(basket, context, other)).toBe(null)
    expect(nextStep(basket, context, other).kind).toBe('sell')
    const pesos = { ...other, asked: { ...toSend(basket, context), currency: 'COP' as const } }
    expect(nextStep(basket, context, pesos).kind).toBe('sell')
  })
})

describe('says why not', () => {
  const why = (basket: Basket, quoted: Quoted | null = null, at = context) => {
    const step = nextStep(basket, at, quoted)
    return step.kind === 'blocked' ? step.why : step.label
  }

  it('of an empty ticket, of amounts that are missing, of too many lines and too large a ticket', () => {
    expect(why(typed(''))).toBe('Escriba una jugada.')
    expect(why(typed('25↵'))).toBe('Falta el monto de 25 Gallina.')
    expect(why(typed('25↵12↵'))).toBe('Falta el monto de 2 jugadas.')
    const small = { ...counterCatalogue, office: { ...counterCatalogue.office, max_lines: 2 } }
    const full = typed('5+12+36*10↵')
    expect(why(full, null, counterAt('10:40', { catalogue: small }))).toBe('El ticket admite hasta 2 jugadas: tiene 3.')
    expect(why(typed('1+2+3+4*5000↵'))).toBe('Vender')
    expect(why(typed('1+2+3+4+5*5000↵'))).toBe('El máximo por ticket es Bs 20.000,00.')
    expect(why({ ...full, currency: 'USD' })).toBe('La taquilla no vende en dólares.')
  })

  it('of what the server has against the whole ticket', () => {
    const basket = typed('25*100↵')
    const short = { code: 'prepaid_short', field: 'lines', message: 'Le quedan Bs 20,00.' }
    expect(why(basket, answered(basket, {}, [short]))).toBe('Le quedan Bs 20,00.')
  })
})

describe('asks for the client', () => {
  const limits = counterCatalogue.limits.map((one) => (one.currency === 'BS' ? { ...one, client_from: '100.00' } : one))
  const asks = counterAt('10:40', { catalogue: { ...counterCatalogue, limits } })
  const bought = (script: string, dni: string, name = '') =>
    changeBasket(typed(script, asks), { do: 'client', client: { type: 'V', dni, name } }, asks)
  const step = (basket: Basket, quoted: Quoted | null = null) => {
    const next = nextStep(basket, asks, quoted)
    return next.kind === 'client' ? `${next.label}: ${next.why}` : next.kind
  }

  it('from the office’s amount on, before the server has said so, and until a whole document is written', () => {
    expect(step(typed('25*99,99↵', asks))).toBe('sell')
    const asked = 'Poner cliente: Desde Bs 100,00 el ticket lleva cliente: escriba su documento.'
    expect(step(typed('25*100↵', asks))).toBe(asked)
    expect(step(bought('25*100↵', ' '))).toBe(asked)
    expect(step(bought('25*100↵', '12A'))).toBe('Poner cliente: Documento no válido, por ejemplo 12.345.678.')
    expect(step(bought('25*100↵', '12.345.678'))).toBe('sell')
    // Begun by itself, it is finished or taken away.
    expect(step(bought('25*5↵', '12'))).toContain('Poner cliente')
  })

  it('by what the server has against it, after what is against the lines', () => {
    const basket = bought('25*100↵', '12345678')
    const fault = { code: 'invalid', field: 'client.name', message: 'Es un cliente nuevo: escriba su nombre.' }
    expect(step(basket, answered(basket, {}, [fault]))).toBe(`Poner cliente: ${fault.message}`)
    expect(step(basket, answered(basket, { 0: ['quota_exceeded', '50.00'] }, [fault]))).toBe('change')
    // Told of another client.
    expect(step(bought('25*100↵', '12345679'), answered(basket, {}, [fault]))).toBe('sell')
  })

  it('and has nobody of it in the next ticket, but in one that was refused', () => {
    const basket = bought('25*100↵', '12345678', 'Ana Pérez')
    const sent = toSend(basket, asks)
    expect(sent.client).toEqual({ type: 'V', dni: '12345678', name: 'Ana Pérez' })
    const cleared = changeBasket(basket, { do: 'clear' }, asks)
    expect(cleared.client).toBeNull()
    expect(toSend(changeBasket(cleared, { do: 'bring_back', sent }, asks), asks).client).toEqual(sent.client)
  })
})

describe('passes lines of closed draws on', () => {
  it('to the next one, and sells only by one more key', () => {
    const basket = typed('25*100↵/2↵7*10↵/112↵5*1↵')
    expect(pressed(basket, null, counterAt('10:55'))).toEqual([
      'Pasar 2 al siguiente',
      'Vender',
      '104 25 100.00',
      '204 7 10.00',
      '104 5 1.00',
    ])
  })

  it('naming another day, and removing what nothing follows', () => {
    const basket = typed('25*100↵', counterAt('18:30'))
    expect(pressed(basket, null, counterAt('18:56'))).toEqual(['Quitar 1 cerrada', '(Escriba una jugada.)'])
    const catalogue = { ...counterCatalogue, draws: [...counterCatalogue.draws, ...drawsOfTomorrow] }
    expect(pressed(basket, null, counterAt('18:56', { catalogue }))).toEqual([
      'Pasar 1 a mañana 08:00',
      'Vender',
      '150 25 100.00',
    ])
  })

  it('where the answer calls the draw closed before the clock does', () => {
    const basket = typed('25*100↵')
    const quoted = answered(basket, { 0: ['draw_closed', null] })
    expect(closedBy(quoted)).toEqual([103])
    expect(closedBy(null)).toEqual([])
    expect(pressed(basket, quoted)).toEqual(['Pasar 1 al siguiente', 'Vender', '104 25 100.00'])
  })
})

describe('adjusts', () => {
  const adjusted = (script: string, faults: Parameters<typeof answered>[1]) => {
    const basket = typed(script)
    return pressed(basket, answered(basket, faults))
  }

  it('to what is left, and drops what has nothing left or less than the least stake', () => {
    expect(adjusted('25*100↵12*40↵7*30↵', { 0: ['quota_exceeded', '80.00'] })).toEqual([
      'Ajustar a Bs 150,00',
      'Vender',
      '103 25 80.00',
      '103 12 40.00',
      '103 7 30.00',
    ])
    expect(adjusted('25*100↵12*40↵', { 0: ['quota_exceeded', '0.00'] })).toEqual([
      'Ajustar a Bs 40,00',
      'Vender',
      '103 12 40.00',
    ])
    expect(adjusted('25*100↵12*40↵', { 0: ['quota_exceeded', '0.99'] })[0]).toBe('Ajustar a Bs 40,00')
    expect(adjusted('25*100↵12*40↵', { 0: ['quota_exceeded', '1.00'] })[0]).toBe('Ajustar a Bs 41,00')
  })

  it('drops what may not be sold at all, and says so where nothing else stands', () => {
    expect(adjusted('25*100↵12*40↵', { 1: ['number_blocked', null] })).toEqual([
      'Ajustar a Bs 100,00',
      'Vender',
      '103 25 100.00',
    ])
    expect(adjusted('25*100↵', { 0: ['number_blocked', null] })).toEqual(['Quitar 1 jugada', '(Escriba una jugada.)'])
  })

  it('equal lines together: what is left of their number is shared out once', () => {
    const faults = { 0: ['quota_exceeded', '70.00'], 1: ['quota_exceeded', '70.00'] } as const
    expect(adjusted('25*50↵25*50↵', faults)).toEqual(['Ajustar a Bs 70,00', 'Vender', '103 25 50.00', '103 25 20.00'])
    const none = { 0: ['quota_exceeded', '50.00'], 1: ['quota_exceeded', '50.00'] } as const
    expect(adjusted('25*50↵25*50↵', none)).toEqual(['Ajustar a Bs 50,00', 'Vender', '103 25 50.00'])
  })

  it('to the office’s largest stake by itself, and by the answer to what is less', () => {
    const basket = typed('25*100↵')
    const large = changeBasket(basket, { do: 'stake', key: basket.lines[0]!.key, stake: '9000.00' }, context)
    expect(pressed(large, null)).toEqual(['Ajustar a Bs 5.000,00', 'Vender', '103 25 5000.00'])
    expect(pressed(large, answered(large, { 0: ['stake_too_large', '300.00'] }))[0]).toBe('Ajustar a Bs 300,00')
    const small = changeBasket(basket, { do: 'stake', key: basket.lines[0]!.key, stake: '0.50' }, context)
    expect(pressed(small, null)).toEqual(['Quitar 1 jugada', '(Escriba una jugada.)'])
  })

  it('an amount with cents where there are no coins for them', () => {
    const basket = typeInto('25*1500↵', context, { ...typed(''), currency: 'COP' }).ticket
    const cents = changeBasket(basket, { do: 'stake', key: basket.lines[0]!.key, stake: '1500.50' }, context)
    expect(pressed(cents, null)).toEqual(['Ajustar a $ 1.500,00', 'Vender', '103 25 1500.00'])
  })
})
