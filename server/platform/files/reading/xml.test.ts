/** Whatever stands in a document, reading it takes as long as it is long: a letter is not looked at again for each of the others. */
import { describe, expect, it } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { XmlReader } from './xml.ts'

const piece = 65_536

/** What a listener hears of a document that comes in pieces. */
function heard(text: string, ...attributes: string[]): string[] {
  const all: string[] = []
  const reader = new XmlReader({
    open: (name, attribute) => {
      all.push([name, ...attributes.map((one) => `${one}=${attribute(one)}`)].join(' '))
    },
    close: (name) => {
      all.push(`/${name}`)
    },
    text: (some) => {
      all.push(some)
    },
  })
  for (let from = 0; from < text.length; from += piece) reader.write(text.slice(from, from + piece))
  reader.end()
  return all
}

describe('a tag', () => {
  it('has its attributes however they are written', () => {
    expect(heard(`<c r="A1"t='s'  x:id = "a>b='c'" e="" nude>v</c>`, 'r', 't', 'id', 'e', 'nude', 'none')).toEqual([
      `c r=A1 t=s id=a>b='c' e= nude=undefined none=undefined`,
      'v',
      '/c',
    ])
    expect(heard('<a b="1 > 0"/>', 'b')).toEqual(['a b=1 > 0', '/a'])
    // The first sign of equality belongs to nothing that is quoted.
    expect(heard('<a b=1 c="2"/>', 'b', 'c')).toEqual(['a b=undefined c=2', '/a'])
  })

  it.each([
    ['ends in a quote that is full of ends', (n: number) => `<a b="${'>'.repeat(n)}"/>`],
    ['is one endless name', (n: number) => `<a ${'b'.repeat(n)}/>`],
    ['is endless spaces', (n: number) => `<a b${' '.repeat(n)}/>`],
    ['is nothing but signs of equality', (n: number) => `<a ${'='.repeat(n)}/>`],
  ])('that %s is read once', (_what, made) => {
    expect(heard(made(400_000), 'r', 'none')).toEqual(['a r=undefined none=undefined', '/a'])
  })

  it('that never ends is no table’s', () => {
    expect(() => heard(`<a b="${'>'.repeat(1_200_000)}`)).toThrow(Problem)
  })
})
