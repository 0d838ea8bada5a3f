import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile, nameOfText, statementValues, compileOnce } from './compile.ts'
import { array, json, list } from './connect.ts'

const dialect = new PgDialect()

/** Templates as the house writes them: values, lists, JSON, pieces left out, pieces joined, all within each other. */
const template: fc.Arbitrary<SQL> = fc.letrec<{ piece: SQL }>((tie) => ({
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)).map((value) => sql`a = ${value}`),
    fc.array(fc.integer(), { maxLength: 4 }).map((values) => sql`a = ANY (${list(values)}::int[])`),
    fc.array(fc.integer(), { minLength: 1, maxLength: 4 }).map((values) => sql`a IN ${values}`),
    fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }).map((value) => sql`a = ${json(value)}`),
    fc.constant(sql`a IS NULL ${undefined}`),
    fc.string().map((text) => sql`a = ${sql.param(text)}`),
    fc.string().map((name) => sql`SELECT a AS ${sql.identifier(name)} ${sql.raw('FROM b')} ${sql.empty()}`),
    fc.array(tie('piece'), { minLength: 1, maxLength: 3 }).map((pieces) => sql`(${sql.join(pieces, sql` AND `)})`),
    fc.tuple(tie('piece'), tie('piece')).map(([one, other]) => sql`CASE WHEN ${one} THEN ${other} END`),
  ),
})).piece

describe('a statement', () => {
  it('is what the dialect writes, with its values in the order of their places', () => {
    fc.assert(
      fc.property(template, (query) => {
        const { sql: text, params: values } = dialect.sqlToQuery(query)
        expect(compile(query)).toEqual({ text, values })
        expect(statementValues(query)).toEqual(values)
      }),
    )
  })

  it('with a name is written once, with the values of each call', () => {
    const of = (n: number, days: string[]) => sql`SELECT ${n} WHERE day = ANY (${list(days)}::date[]) ${undefined}`
    const first = compile(of(1, ['a']), 'compile-once')
    expect(first).toEqual({ text: 'SELECT $1 WHERE day = ANY ($2::date[]) ', values: [1, ['a']] })
    expect(compile(of(2, ['b', 'c']), 'compile-once')).toEqual({ text: first.text, values: [2, ['b', 'c']] })
  })

  it('that is written once sends a value once, however often it is named, and finds it in its own object', () => {
    let composed = 0
    const sold = compileOnce<[{ day: string; stake: string }, { day: number | null }]>((at, other) => {
      composed += 1
      return sql`SELECT ${at.day}, ${'kept'}, ${other.day} WHERE ${at.day} = ${at.stake} ${sql`AND ${other.day}`}`
    })
    const text = 'SELECT $1, $2, $3 WHERE $1 = $4 AND $3'
    expect(sold({ day: 'today', stake: '5.00' }, { day: null })).toEqual({
      text,
      values: ['today', 'kept', null, '5.00'],
    })
    expect(sold({ day: 'then', stake: '1.00' }, { day: 2 })).toEqual({ text, values: ['then', 'kept', 2, '1.00'] })
    expect(composed).toBe(1)
  })

  it('has no piece of another kind, which would be sent as a value', () => {
    expect(() => compile(sql`SELECT ${sql.placeholder('one')}`)).toThrow(TypeError)
  })

  it('has arrays of plain values in one piece, and leaves what needs quotes to the driver', () => {
    expect(array([1, -2])).toBe('{1,-2}')
    expect(array(['5.00', '-0.10', 'Infinity', '2026-11-24', '2026-11-24T12:00:00.000Z', '1-20-3', 'BS', 'COP'])).toBe(
      '{5.00,-0.10,Infinity,2026-11-24,2026-11-24T12:00:00.000Z,1-20-3,BS,COP}',
    )
    for (const one of ['a', 'null', '', '1,2', '{1}', '1"', '1 ', '1\\', null])
      expect(array(['1', one])).toEqual(['1', one])
  })

  it('of another text under a name that is taken is a fault, with as many values or with more', () => {
    compile(sql`SELECT ${1}`, 'compile-taken')
    expect(() => compile(sql`SELECT ${1} + 1`, 'compile-taken')).toThrow('compile-taken')
    expect(() => compile(sql`SELECT ${1}, ${2}`, 'compile-taken')).toThrow('compile-taken')
  })

  it('is known by its text, as long as there are few of them', () => {
    const named = nameOfText('SELECT 1')
    expect(nameOfText('SELECT 1')).toBe(named)
    expect(nameOfText('SELECT 2')).not.toBe(named)
    for (let n = 0; n < 300; n++) nameOfText(`SELECT 1 + ${n}`)
    expect(nameOfText('SELECT 3')).toBeUndefined()
    expect(nameOfText('SELECT 1')).toBe(named)
  })
})
