/** Around an edited part: what happened to it above, and what to do with the changes below. */
import { Alert, Button } from 'antd'
import { useRef, type ReactNode } from 'react'
import { Row } from '../page/stack.tsx'
import { useFirstFault } from './first-fault.ts'
import type { PartEditing } from './part-editing.ts'
import { RestoredDraft } from './restored-draft.tsx'
import '../page/parts.css'
import './form.css'

interface PartFrameProps<T> {
  editing: PartEditing<T>
  /** The part in lines a person can compare. */
  describe: (value: T) => string[]
  /** Saves; by default at once. */
  onSave?: () => void
  children: ReactNode
}

export function PartFrame<T>({ editing, describe, onSave, children }: PartFrameProps<T>) {
  const body = useRef<HTMLDivElement>(null)
  useFirstFault(body, editing.refusals)
  return (
    <div ref={body} className="part-edit">
      {editing.restored && <RestoredDraft onDiscard={editing.discard} />}
      {editing.message && <Alert type="error" showIcon role="alert" message={editing.message} />}
      {editing.theirs !== null && <TheirChange editing={editing} theirs={editing.theirs} describe={describe} />}
      {children}
      {editing.dirty && (
        <div className="save-bar row" role="region" aria-label="Cambios sin guardar">
          <span>Tiene cambios sin guardar.</span>
          <Row as="span" className="inline">
            <Button disabled={editing.pending} onClick={editing.discard}>
              Descartar cambios
            </Button>
            <Button
              type="primary"
              loading={editing.pending}
              disabled={editing.theirs !== null}
              onClick={onSave ?? (() => void editing.save())}
            >
              Guardar
            </Button>
          </Row>
        </div>
      )}
      {editing.unsaved.dialog}
    </div>
  )
}

/** Two people on one record: what the other one saved against what this one wrote, and a choice. */
function TheirChange<T>({
  editing,
  theirs,
  describe,
}: {
  editing: PartEditing<T>
  theirs: T
  describe: (value: T) => string[]
}) {
  const [saved, mine] = [describe(theirs), describe(editing.value)]
  const only = (lines: string[], others: string[]) => lines.filter((line) => !others.includes(line)).slice(0, 8)
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message="Otra persona guardó esta parte mientras usted la editaba"
      description={
        <>
          <div className="part-theirs">
            <div>
              <strong>Guardado por la otra persona</strong>
              <Lines lines={only(saved, mine)} />
            </div>
            <div>
              <strong>Lo suyo</strong>
              <Lines lines={only(mine, saved)} />
            </div>
          </div>
          <Row>
            <Button size="small" onClick={() => editing.resolve('theirs')}>
              Quedarse con lo guardado
            </Button>
            <Button size="small" onClick={() => editing.resolve('mine')}>
              Seguir con lo suyo y reemplazarlo al guardar
            </Button>
          </Row>
        </>
      }
    />
  )
}

function Lines({ lines }: { lines: string[] }) {
  return lines.length ? (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  ) : (
    <p className="sorteo-muted">Igual en lo demás</p>
  )
}

/** The sentence under a cell that was refused. */
export function Fault({ text }: { text: string | undefined }) {
  return text ? (
    <span className="fault whole" role="alert">
      {text}
    </span>
  ) : null
}
