import { describe, expect, it } from 'vitest'
import { passwordFault } from './passwords.ts'

describe('a password', () => {
  it.each([
    'password123',
    'P@ssw0rd2024!',
    'contraseña1',
    'Contrasena123',
    '1234567890',
    '12345678901234',
    '0987654321',
    'qwertyuiop',
    'abcdefghij',
    '1111111111',
    'claveclave',
    '1212121212',
    'Venezuela2026',
    'te-quiero-mucho',
    'Lotto.Activo.1',
    '----------',
  ])('%s is among the first that are tried', (password) => {
    expect(passwordFault(password, 'maria')).toBe('Esa contraseña es de las más usadas; elija otra')
  })

  it.each(['maria-del-mar-9', 'soy.MARÍA.2026', 'm-a-r-i-a-xyz'])('%s holds the name of its user', (password) => {
    expect(passwordFault(password, 'María')).toBe('La contraseña no puede contener el nombre de usuario')
  })

  it.each(['una-clave-nueva-larga', 'caballo correcto pila', 'x7!kd02-qq1m', 'ñandú violeta 88'])(
    '%s may be one',
    (password) => {
      expect(passwordFault(password, 'maria')).toBeNull()
    },
  )
})
