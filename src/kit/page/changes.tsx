/** What a record was before and is after, field by field and side by side. */
import './changes.css'

export interface ChangesProps {
  before: unknown
  after: unknown
}

interface Line {
  path: string
  before: string
  after: string
  changed: boolean
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field of either side, those inside others by their path; what lists hold is compared whole. */
export function linesOf(before: unknown, after: unknown, path = ''): Line[] {
  if (isObject(before) || isObject(after)) {
    const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    return names.flatMap((name) => linesOf(old[name], now[name], path ? `${path}.${name}` : name))
  }
  const [old, now] = [textOf(before), textOf(after)]
  return old === '—' && now === '—' ? [] : [{ path, before: old, after: now, changed: old !== now }]
}

export function Changes({ before, after }: ChangesProps) {
  const lines = linesOf(before, after)
  if (lines.length === 0) return <p className="sorteo-muted">No guardó valores.</p>
  const compared = before !== null && before !== undefined && after !== null && after !== undefined
  return (
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
        {lines.map((line) => (
          <tr key={line.path} data-changed={compared && line.changed}>
            <th scope="row">{line.path}</th>
            <td>{line.before}</td>
            <td>{line.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
