import { describe, expect, it } from 'vitest'
import { remark, text } from './contact.ts'

const message = (given: string, schema = text(3, 80)) => schema.safeParse(given).error?.issues[0]?.message

describe('a name', () => {
  it.each([
    ['a control', 'Agencia\u0007 Uno'],
    ['a line break', 'Agencia\nUno'],
    ['a change of direction', 'Agencia \u202Eonu'],
    ['an isolate', 'Agencia \u2066Uno'],
    ['a zero-width space', 'Agen\u200Bcia'],
    ['a zero-width joiner', 'Agen\u200Dcia'],
    ['a soft hyphen', 'Agen\u00ADcia'],
    ['a byte order mark inside', 'Agen\uFEFFcia'],
    ['a line separator', 'Agencia\u2028Uno'],
    ['a filler', 'Agencia\u3164'],
    ['a variation selector', 'Agencia\uFE0F'],
    ['a tag', 'Agencia\u{E0041}'],
  ])('is not taken with %s', (_what, given) => {
    expect(message(given)).toBe('Tiene caracteres que no se ven; escríbalo de nuevo')
  })

  it.each(['Agencia Ñandú', 'Lotería «La 7ª» & Cía.', "D'Ángelo", '彩票', 'Zulia 🎲'])('is taken as %s', (given) => {
    expect(text(2, 80).parse(` ${given} `)).toBe(given)
  })
})

describe('a remark', () => {
  it('has lines, and none of what is not seen', () => {
    expect(remark(80).parse('una\r\notra\tmás')).toBe('una\r\notra\tmás')
    expect(message('una\u202Eotra', remark(80))).toBe('Tiene caracteres que no se ven; escríbalo de nuevo')
    expect(message('x'.repeat(81), remark(80))).toBe('Máximo 80 caracteres')
  })
})
