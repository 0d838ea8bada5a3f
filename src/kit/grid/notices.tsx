/** Above a sheet, what has to be settled before it can be saved: a restored draft, amounts that are not clear, another's changes. */
import { Alert, Button, Radio } from 'antd'
import './grid.css'
import { formatCount, formatMoney } from '@contract/values/money.ts'
import type { GridEditing } from './editing.ts'
import { unclear, valueText, type GridCell } from './edits.ts'
import type { GridSaving } from './saving.ts'
import { textOfValue } from '../form/money-reading.ts'

/** Questions that are listed at once. */
const mostAsked = 20

export function GridNotices<Data>({ editing, saving }: { editing: GridEditing<Data>; saving: GridSaving<Data> }) {
  return (
    <>
      {editing.restored && <RestoredNotice onDiscard={saving.discard} />}
      {saving.message && <Alert type="error" showIcon role="alert" message={saving.message} />}
      <ClashNotice
        message="Otra persona guardó antes"
        text="Elija qué queda en cada valor que ambos cambiaron y guarde de nuevo."
        clashes={saving.clashes.map((clash) => ({
          key: clash.edit.cell.path,
          label: clash.edit.cell.label,
          before: valueText(clash.edit.cell, clash.before),
          theirs: valueText(clash.edit.cell, clash.edit.cell.own),
          mine: valueText(clash.edit.cell, clash.edit.value),
          choose: (mine) => saving.choose(clash, mine),
        }))}
      />
      <Questions editing={editing} />
    </>
  )
}

function amountText<Data>(cell: GridCell<Data>, amount: string): string {
  return cell.currency ? formatMoney(amount, cell.currency, true) : textOfValue(amount, true)
}

/** What could mean two amounts is asked, never multiplied by 10, 100 or 1000 in silence. */
function Questions<Data>({ editing }: { editing: GridEditing<Data> }) {
  const asked = unclear(editing.edits)
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
      message={asked.length === 1 ? 'Un monto no está claro' : `${formatCount(asked.length)} montos no están claros`}
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
                        {amountText(edit.cell, candidate)}
                      </Button>
                    ))
                  : ' no es un monto. Escriba uno como 1.234,56'}
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
              Dejar como estaban las {formatCount(unread.length)} que no son montos
            </Button>
          )}
        </>
      }
    />
  )
}

/** Edits of another day are back. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      message="Recuperamos los cambios que no había guardado."
      action={
        <Button size="small" onClick={onDiscard}>
          Descartar
        </Button>
      }
    />
  )
}

/** A value that two people changed, in words. */
export interface Clash {
  key: string
  label: string
  before: string
  theirs: string
  mine: string
  /** Keeps mine, or takes theirs. */
  choose: (mine: boolean) => void
}

/** Asks about each value that somebody else changed as well; nothing without one. */
export function ClashNotice({ message, text, clashes }: { message: string; text: string; clashes: readonly Clash[] }) {
  if (clashes.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={message}
      description={
        <>
          <p>{text}</p>
          <ul className="grid-questions stack gap-xs grid-clashes">
            {clashes.map(({ key, label, before, theirs, mine, choose }) => (
              <li key={key}>
                <strong>{label}</strong> <span className="sorteo-muted">antes: {before}</span>
                <span role="radiogroup" aria-label={`Qué queda en ${label}`}>
                  <Radio.Group value={null} onChange={(event) => choose(event.target.value === 'mine')}>
                    <Radio value="theirs">Guardado: {theirs}</Radio>
                    <Radio value="mine">Suyo: {mine}</Radio>
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
