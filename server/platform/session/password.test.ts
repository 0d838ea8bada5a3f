import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

it('a password is kept as scrypt at its full cost, never twice the same, and only the right one fits', async () => {
  const [hash, again] = await Promise.all([hashPassword('clavé de prueba'), hashPassword('clavé de prueba')])
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(again).not.toBe(hash)
  // However the accent was typed.
  expect(await verifyPassword('clave\u0301 de prueba', hash)).toBe(true)
  expect(await verifyPassword('clave de prueba', hash)).toBe(false)
})

it('fits nothing where there is no hash, or none that a password can match', async () => {
  for (const hash of [undefined, '', '!', 'scrypt$32768$8$3$$'])
    expect([hash, await verifyPassword('', hash)]).toEqual([hash, false])
})
