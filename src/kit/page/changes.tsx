/** What a record was before and is after, field by field and side by side: first what changed. */
import { Button, Typography } from 'antd'
import { useState } from 'react'
import './changes.css'

export interface ChangesProps {
  before: unknown
  after: unknown
  /** What a field is called, and how a value of it is read; by their names in the record unless said. */
  labelOf?: (path: readonly string[]) => string
  wordsOf?: (path: readonly string[], value: unknown) => string
}

interface Line {
  path: readonly string[]
  before: string
  after: string
  changed: boolean
}

type Words = NonNullable<ChangesProps['wordsOf']>

const nothing = '—'
/** A longer text is folded until somebody asks for it. */
const longest = 160

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Objects in a list are told apart by their place, from 1. */
function insideOf(value: unknown): Record<string, unknown> | null {
  if (isObject(value)) return value
  if (!Array.isArray(value) || !value.some(isObject)) return null
  return Object.fromEntries(value.map((one, at) => [String(at + 1), one]))
}

function textOf(path: readonly string[], value: unknown, words: Words): string {
  if (value === undefined || value === null || value === '') return nothing
  if (Array.isArray(value)) return value.map((one) => words(path, one)).join(', ') || nothing
  return isObject(value) && Object.keys(value).length === 0 ? nothing : words(path, value)
}

/** Every field of either side, those inside others and inside lists by their path. */
export function changedLines(
  before: unknown,
  after: unknown,
  words: Words = (_path, value) => plainText(value),
  path: readonly string[] = [],
): Line[] {
  const [old, now] = [insideOf(before), insideOf(after)]
  if (old || now) {
    const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
    return names.flatMap((name) => changedLines(old?.[name], now?.[name], words, [...path, name]))
  }
  const [was, is] = [textOf(path, before, words), textOf(path, after, words)]
  return was === nothing && is === nothing ? [] : [{ path, before: was, after: is, changed: was !== is }]
}

function Value({ text }: { text: string }) {
  if (text.length <= longest) return text
  return (
    <Typography.Paragraph style={{ margin: 0 }} ellipsis={{ rows: 4, expandable: true, symbol: 'ver todo' }}>
      {text}
    </Typography.Paragraph>
  )
}

export function Changes({
  before,
  after,
  labelOf = (path) => path.join('.'),
  wordsOf = (_path, value) => plainText(value),
}: ChangesProps) {
  const [all, setAll] = useState(false)
  const lines = changedLines(before, after, wordsOf)
  if (lines.length === 0) return <p className="sorteo-muted">No guardó valores.</p>
  const compared = isObject(before) && isObject(after)
  const same = compared ? lines.filter((line) => !line.changed) : []
  const changed = lines.filter((line) => !same.includes(line))
  const shown = all || changed.length === 0 ? [...changed, ...same] : changed
  return (
    <div>
      <table className="changes">
        <caption className="sorteo-unseen">Valores antes y después</caption>
        <thead>
          <tr>
            <th scope="col">Dato</th>
            <th scope="col">Antes</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.path.join('.')} data-changed={compared && line.changed}>
              <th scope="row">{labelOf(line.path)}</th>
              <td>
                <Value text={line.before} />
              </td>
              <td>
                <Value text={line.after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {same.length > 0 && changed.length > 0 && (
        <Button type="link" onClick={() => setAll(!all)}>
          {all ? 'Ver solo lo que cambió' : `Ver también lo que no cambió (${same.length})`}
        </Button>
      )}
    </div>
  )
}
