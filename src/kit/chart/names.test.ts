import { describe, expect, it } from 'vitest'
import { distinctNames } from './names.ts'

describe('distinctNames', () => {
  it('drops the word that names share, and keeps what tells them apart', () => {
    expect(
      distinctNames(['Distribuidora Capital', 'Distribuidora Oriente', 'Agencia Casa Matriz', 'Agencia San Fernando']),
    ).toEqual(['Capital', 'Oriente', 'Casa Matriz', 'San Fernando'])
  })

  it('keeps a name whole where the rest would be that of another, or where it shares nothing', () => {
    expect(distinctNames(['Agencia Centro', 'Distribuidora Centro', 'Agencia Norte', 'Distribuidora Sur'])).toEqual([
      'Agencia Centro',
      'Distribuidora Centro',
      'Norte',
      'Sur',
    ])
    expect(distinctNames(['Agencia Norte', 'Agencia Sur', 'Norte'])).toEqual(['Agencia Norte', 'Sur', 'Norte'])
    expect(distinctNames(['Agencia', 'Agencia Centro'])).toEqual(['Agencia', 'Centro'])
    expect(distinctNames(['Lotto Activo', 'Lotto Activo'])).toEqual(['Lotto Activo', 'Lotto Activo'])
  })

  it('cuts in the middle what has no room', () => {
    expect(distinctNames(['Taquilla Puerto Ordaz 1', 'Taquilla Puerto Ordaz 2'], 9)).toEqual(['Puer…az 1', 'Puer…az 2'])
  })
})
