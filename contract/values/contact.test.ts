import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldKind } from '../field.ts'
import { isWebAddress, motive, nameText, remark, text, webAddress } from './contact.ts'

const message = (given: string, schema = text(3, 80)) => schema.safeParse(given).error?.issues[0]?.message

describe('a text', () => {
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

describe('a name', () => {
  const said = (given: string) => nameText(3, 80).safeParse(given).error?.issues[0]?.message
  it('has no letters that only look like ours', () => {
    const strange = 'Tiene letras de otro alfabeto que parecen de este; escríbalo de nuevo'
    // Cyrillic, Greek, full width, mathematical, dotless, phonetic.
    for (const given of ['Аgencia Uno', 'Agencia Οcho', 'Ａgencia', '𝐀gencia', 'Agencıa', 'Aɡencia'])
      expect(said(given)).toBe(strange)
  })
  it('is of any letters that are ours', () => {
    for (const given of ['Agencia Ñandú nº 1', 'Peña & Hijos, C.A.', 'João Ürümqi', 'Čapek 2ª', '福星 Suerte'])
      expect(said(given)).toBeUndefined()
  })
})

describe('a motive', () => {
  it('is needed, says more than a word, and nothing unseen', () => {
    expect(motive(80).parse('  así fue ')).toBe('así fue')
    expect(message('no', motive(80))).toBe('Explique el motivo')
    expect(motive(80).safeParse(undefined).error?.issues[0]?.message).toBe('Explique el motivo')
    expect(message('una\u200Botra', motive(80))).toBe('Tiene caracteres que no se ven; escríbalo de nuevo')
  })
})

describe('a remark', () => {
  it('has lines, and none of what is not seen', () => {
    expect(remark(80).parse('una\r\notra\tmás')).toBe('una\r\notra\tmás')
    expect(message('una\u202Eotra', remark(80))).toBe('Tiene caracteres que no se ven; escríbalo de nuevo')
    expect(message('x'.repeat(81), remark(80))).toBe('Máximo 80 caracteres')
  })
})

describe('an address of the web', () => {
  it.each([
    ['banco.com', 'https://banco.com'],
    [' www.banco.com/personas ', 'https://www.banco.com/personas'],
    ['HTTP://WWW.Banco.COM/', 'http://www.banco.com'],
    ['https://banco.com:443/a/', 'https://banco.com/a/'],
    ['https://banco.com/?q=/', 'https://banco.com/?q=/'],
    ['https://banco.com/#/', 'https://banco.com/#/'],
    ['https://peña.com.ve', 'https://xn--pea-8ma.com.ve'],
  ])('%s is kept as %s, once and for all', (given, kept) => {
    expect(webAddress.parse(given)).toBe(kept)
    expect(webAddress.parse(kept)).toBe(kept)
    expect(isWebAddress(kept)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)//banco.com',
    'data:text/html,x',
    'ftp://banco.com',
    '//:banco.com',
    'https://ana:clave@banco.com',
    'https://banco.com@otro.com',
    'ana@banco.com',
    'https://localhost',
    'https://',
    'https:',
    'banco',
    'no es nada',
    '',
  ])('%j is not taken', (given) => {
    expect(message(given, webAddress)).toBe('Dirección no válida, por ejemplo https://www.banco.com')
    expect(isWebAddress(given)).toBe(false)
  })

  it('has nothing unseen, and an end', () => {
    for (const given of [
      'java\nscript:alert(1)',
      'https://ban\u200Bco.com',
      'https://banco.com/\u202Egpj',
      'ban\tco.com',
    ])
      expect(message(given, webAddress)).toBe('Tiene caracteres que no se ven; escríbalo de nuevo')
    expect(webAddress.parse(`https://b.co/${'x'.repeat(187)}`)).toHaveLength(200)
    expect(message(`https://b.co/${'x'.repeat(188)}`, webAddress)).toBe('Máximo 200 caracteres')
    expect(message(`https://b.co/${'ñ'.repeat(40)}`, webAddress)).toBe('Máximo 200 caracteres')
  })

  it('is read as one where it may be left out, too', () => {
    const left = webAddress.or(z.literal('')).default('')
    expect([fieldKind(left), left.parse(''), left.parse('banco.com')]).toEqual(['web', '', 'https://banco.com'])
  })
})
