/**
 * Reads XML piece by piece, as much of it as spreadsheets have: elements, attributes, text. A document that
 * declares entities of its own is refused, since those are how a small one becomes an endless one.
 */
import { Problem } from '../../http/problem.ts'
import { mostDepth, mostElements, noMoreThan } from './counts.ts'

export interface XmlListener {
  /** `attribute` answers one of the element's, by its name without a prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  close(name: string): void
  text(text: string): void
}

/** A tag or a text that is longer than any cell is no spreadsheet's. */
const longest = 1_000_000
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const damaged = () => new Problem('sheet_damaged')

function plain(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{1,12});|&/g, (_all, reference: string | undefined) => {
    if (reference === undefined) throw damaged()
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference)
    if (!code) {
      const known = named[reference]
      if (known === undefined) throw damaged()
      return known
    }
    const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16)
    // What no text holds: an end of text, and half a letter.
    if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) throw damaged()
    return String.fromCodePoint(point)
  })
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** How many tags were read, of all documents that are one workbook's. */
export interface Tags {
  read: number
}

/** Feeds a listener with a document that comes in pieces. */
export class XmlReader {
  private rest = ''
  private depth = 0
  private readonly listener: XmlListener
  private readonly tags: Tags

  constructor(listener: XmlListener, tags: Tags = { read: 0 }) {
    this.listener = listener
    this.tags = tags
  }

  /** @throws Problem `sheet_damaged`, `sheet_too_large` */
  write(some: string): void {
    const all = this.rest + some
    let at = 0
    for (;;) {
      const tag = all.indexOf('<', at)
      if (tag < 0) break
      const end = endOf(all, tag)
      if (end < 0) break
      if (tag > at) this.listener.text(plain(all.slice(at, tag)))
      this.tag(all.slice(tag + 1, end))
      at = end + 1
    }
    this.rest = all.slice(at)
    if (this.rest.length > longest) throw damaged()
  }

  /** @throws Problem `sheet_damaged` when the document breaks off */
  end(): void {
    if (this.rest.trim() !== '') throw damaged()
  }

  private tag(inside: string): void {
    noMoreThan(mostElements, ++this.tags.read, 'elementos')
    const first = inside[0]
    if (first === '?') return
    if (first === '!') {
      if (inside.startsWith('!--')) return
      if (!inside.startsWith('![CDATA[')) throw damaged()
      this.listener.text(inside.slice(8, -2))
      return
    }
    if (first === '/') {
      this.depth -= 1
      this.listener.close(local(inside.slice(1).trim()))
      return
    }
    const isAlone = inside.endsWith('/')
    const [full = ''] = /^[^\s/>]+/.exec(inside) ?? []
    const name = local(full)
    if (name === '') throw damaged()
    this.listener.open(name, (wanted) => attributeOf(inside, wanted))
    if (isAlone) return this.listener.close(name)
    this.depth += 1
    noMoreThan(mostDepth, this.depth, 'elementos uno dentro de otro')
  }
}

/** Where what begins at `from` ends; -1 while it has not come whole. */
function endOf(text: string, from: number): number {
  if (text.startsWith('<!--', from)) return after(text.indexOf('-->', from + 4), 2)
  if (text.startsWith('<![CDATA[', from)) return after(text.indexOf(']]>', from + 9), 2)
  // Its first letters may still be on their way.
  if (text.startsWith('<!', from) && text.length < from + 9) return -1
  return endOfTag(text, from)
}

/** A quoted value may hold what otherwise ends a tag. Every letter is looked at once, whatever stands there. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const letter = text[at]!
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '>') return at
    else if (letter === '"' || letter === "'") quote = letter
  }
  return -1
}

const after = (found: number, more: number) => (found < 0 ? -1 : found + more)

/** Where `name="value"` stands in a tag, from one sign of equality to the next. */
function attributeOf(tag: string, wanted: string): string | undefined {
  let from = 0
  for (let equal = tag.indexOf('='); equal >= 0; equal = tag.indexOf('=', from)) {
    const quoted = beyond(tag, equal + 1)
    const quote = tag[quoted]
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, quoted + 1) : -1
    const name = endOfName(tag.slice(from, equal))
    from = Math.max(end, quoted - 1) + 1
    if (end >= 0 && (name === wanted || local(name) === wanted)) return plain(tag.slice(quoted + 1, end))
  }
  return undefined
}

const isSpace = (letter: string | undefined) => letter === ' ' || letter === '\n' || letter === '\t' || letter === '\r'

/** The first place from `at` on that is no space. */
function beyond(text: string, at: number): number {
  while (isSpace(text[at])) at += 1
  return at
}

/** The last word of what stands before a sign of equality. */
function endOfName(text: string): string {
  const word = text.trimEnd()
  let at = word.length
  while (at > 0 && !isSpace(word[at - 1])) at -= 1
  return word.slice(at)
}
