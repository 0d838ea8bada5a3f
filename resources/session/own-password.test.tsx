import { describe, expect, it } from 'vitest'
import { passwordFaults } from './own-password.tsx'

describe('a new password', () => {
  it('is accepted when it is long, new and repeated', () => {
    expect(
      passwordFaults({ current_password: 'la de antes', new_password: 'una frase larga', repeated: 'una frase larga' }),
    ).toEqual({})
  })

  it('says what is missing by its field', () => {
    expect(passwordFaults({ current_password: '', new_password: 'corta', repeated: '' })).toEqual({
      current_password: 'Escriba su contraseña actual',
      new_password: 'La contraseña debe tener al menos 10 caracteres',
    })
    expect(
      passwordFaults({ current_password: 'x', new_password: 'una frase larga', repeated: 'una frase larguísima' }),
    ).toEqual({ repeated: 'No coincide con la contraseña nueva' })
    expect(
      passwordFaults({
        current_password: 'la misma frase',
        new_password: 'la misma frase',
        repeated: 'la misma frase',
      }),
    ).toEqual({ new_password: expect.stringContaining('distinta') })
  })
})
