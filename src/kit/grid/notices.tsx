/** Above a sheet, what has to be settled before it can be saved: a restored draft, amounts that are not clear, another's changes. */
import { Alert, Button, Radio } from 'antd'
import './grid.css'
import { formatCount } from '@contract/values/money.ts'
import type { GridEditing } from './editing.ts'
import { unclearEdits, valueText } from './edits.ts'
import type { GridSaving } from './saving.ts'
import { RestoredDraft } from '../form/restored-draft.tsx'
import { fullText, unreadFault } from './values.ts'

/** Questions that are listed at once. */
const mostAsked = 20

export function GridNotices<Data>({ editing, saving }: { editing: GridEditing<Data>; saving: GridSaving<Data> }) {
  return (
    <>
      {editing.restored && <RestoredDraft onDiscard={saving.discard} />}
      {saving.message && <Alert type={saving.message.type} showIcon role="alert" message={saving.message.text} />}
      {saving.clashes.length > 0 && <Clashes saving={saving} />}
      <Questions editing={editing} />
    </>
  )
}

/** What could mean two values is asked, never multiplied by 10, 100 or 1000 in silence. */
function Questions<Data>({ editing }: { editing: GridEditing<Data> }) {
  const asked = unclearEdits(editing.edits)
  if (asked.length === 0) return null
  const likely = asked.flatMap(({ edit, reading }) =>
    reading.kind === 'ambiguous' ? [{ cell: edit.cell, value: reading.candidates[0] ?? null }] : [],
  )
  const unread = asked
    .filter(({ reading }) => reading.kind !== 'ambiguous')
    .map(({ edit }) => ({ cell: edit.cell, value: edit.cell.own }))
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={asked.length === 1 ? 'Un valor no está claro' : `${formatCount(asked.length)} valores no están claros`}
      description={
        <>
          <p>Un punto puede separar decimales o miles. Elija qué quiso escribir; nada se guarda mientras tanto.</p>
          <ul className="grid-questions stack gap-xs">
            {asked.slice(0, mostAsked).map(({ edit, typed, reading }) => (
              <li key={edit.cell.path}>
                {edit.cell.label}: «{typed}»
                {reading.kind === 'ambiguous'
                  ? reading.candidates.map((candidate) => (
                      <Button
                        key={candidate}
                        size="small"
                        onClick={() => editing.apply([{ cell: edit.cell, value: candidate }])}
                      >
                        {fullText(edit.cell, candidate)}
                      </Button>
                    ))
                  : ` ${reading.kind === 'currency' ? 'no va aquí' : 'no se entiende'}. ${unreadFault(edit.cell, edit.value!)}.`}
                <Button
                  size="small"
                  type="link"
                  onClick={() => editing.apply([{ cell: edit.cell, value: edit.cell.own }])}
                >
                  Dejar como estaba
                </Button>
              </li>
            ))}
          </ul>
          {asked.length > mostAsked && <p>Y {formatCount(asked.length - mostAsked)} más.</p>}
          {likely.length > 1 && (
            <Button size="small" onClick={() => editing.apply(likely)}>
              Tomar la primera lectura de las {formatCount(likely.length)}
            </Button>
          )}{' '}
          {unread.length > 1 && (
            <Button size="small" onClick={() => editing.apply(unread)}>
              Dejar como estaban las {formatCount(unread.length)} que no se entienden
            </Button>
          )}
        </>
      }
    />
  )
}

/** Asks about each value that somebody else changed as well. */
function Clashes<Data>({ saving: { clashes, choose } }: { saving: GridSaving<Data> }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message="Otra persona guardó antes"
      description={
        <>
          <p>Elija qué queda en cada valor que ambos cambiaron y guarde de nuevo.</p>
          <ul className="grid-questions stack gap-xs grid-clashes">
            {clashes.map(({ edit: { cell, value }, before }) => (
              <li key={cell.path}>
                <strong>{cell.label}</strong> <span className="sorteo-muted">antes: {valueText(cell, before)}</span>
                <span role="radiogroup" aria-label={`Qué queda en ${cell.label}`}>
                  <Radio.Group value={null} onChange={(event) => choose(cell.path, event.target.value === 'mine')}>
                    <Radio value="theirs">Guardado: {valueText(cell, cell.own)}</Radio>
                    <Radio value="mine">Suyo: {valueText(cell, value)}</Radio>
                  </Radio.Group>
                </span>
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}
