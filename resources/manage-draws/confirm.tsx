/**
 * The second entry: whoever confirms writes the numbers again without seeing the first ones. Only when
 * both are the same does the draw award; the server compares them again.
 */
import { useToday } from '@/kit/values/period.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { shortMoment } from '@contract/values/dates.ts'
import { Button, Checkbox } from 'antd'
import { useRef, useState } from 'react'
import { draws, type DrawRow, type ResultEntry, type ResultNumber } from '@contract/draws.ts'
import { manageDraws, type AwardPreview as Preview } from '@contract/manage-draws.ts'
import { problems } from '@contract/problems.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { NumberFields, ResultBoard } from './number-fields.tsx'
import { readTyped, sameNumbers, type Faults, type SymbolOption, type Typed } from './numbers.ts'
import { AwardCost, AwardPreview } from './preview.tsx'

export interface AwardConfirmProps {
  draw: DrawRow
  entry: ResultEntry
  symbols: readonly SymbolOption[]
  typed: Typed
  onTyped: (typed: Typed) => void
  onConfirmed: (done: Preview | null) => void
  /** To the next draw that waits for this person, if there is one. */
  onNext: (() => void) | undefined
}

export function AwardConfirm(props: AwardConfirmProps) {
  const { entry, onNext } = props
  const { id, zone } = useSession()
  const today = useToday()
  const discard = useDiscard(entry)
  const own = entry.entered_by === id
  return (
    <div className="stack gap-sm">
      <p className="row baseline gap-sm">
        <strong>{entry.kind === 'correccion' ? 'Corrección por confirmar' : 'Resultado por confirmar'}</strong>
        <span className="sorteo-muted">
          {own ? 'Lo anotó usted' : `Lo anotó ${entry.entered_by_name ?? entry.source}`},{' '}
          {shortMoment(entry.entered_at, zone, today)}
          {entry.source !== 'manual' && ` · fuente ${entry.source}`}
          {entry.reason && ` · motivo: ${entry.reason}`}
        </span>
      </p>
      {entry.can_confirm ? (
        <SecondEntry {...props} onDiscard={discard.run} discarding={discard.pending} />
      ) : (
        <>
          <ProblemNote problem={problems.result_needs_other_user}>
            {own && (
              <>
                {' '}
                Usted anotó <strong>{entry.text}</strong>.
              </>
            )}
          </ProblemNote>
          <div className="row stretch gap-xs">
            {onNext && (
              <Button type="primary" autoFocus onClick={onNext}>
                Siguiente pendiente
              </Button>
            )}
            <Button danger loading={discard.pending} onClick={discard.run}>
              Descartar la anotación
            </Button>
          </div>
        </>
      )}
      {discard.problem && <ProblemNote problem={discard.problem} />}
    </div>
  )
}

function useDiscard(entry: ResultEntry) {
  const action = useAction(manageDraws.saveResult, {
    invalidates: [draws, manageDraws],
    success: 'La anotación se descartó. El sorteo espera su resultado.',
    failure: false,
  })
  return { ...action, run: () => void action.run({ body: { step: 'discard', entry_id: entry.id } }) }
}

interface SecondEntryProps extends AwardConfirmProps {
  onDiscard: () => void
  discarding: boolean
}

/** What was written is compared with the first entry; what is the same is looked at, and only then awards. */
function useSecondEntry({ draw, entry, symbols, typed, onTyped, onConfirmed }: AwardConfirmProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [asked, setAsked] = useState<{ numbers: ResultNumber[]; preview: Preview } | null>(null)
  const [acceptPaid, setAcceptPaid] = useState(false)
  const look = useAction(manageDraws.saveResult, { success: false, failure: false })
  const confirm = useAction(manageDraws.saveResult, {
    invalidates: [draws, manageDraws],
    success: false,
    failure: false,
  })
  const change = (next: Typed) => {
    onTyped(next)
    setFaults({})
    setAsked(null)
    look.reset()
    confirm.reset()
  }
  const compare = async () => {
    const read = readTyped(draw.parts, typed, symbols)
    setFaults('faults' in read ? read.faults : {})
    if ('faults' in read) return
    if (!sameNumbers(read.numbers, entry.numbers)) {
      // Refused for certain, and so that the log knows of the difference.
      await confirm.run({ body: { step: 'confirm', entry_id: entry.id, numbers: read.numbers } })
      return
    }
    const answer = await look.run({ body: { step: 'preview', draw_id: draw.id, numbers: read.numbers } })
    if (answer?.preview) setAsked({ numbers: read.numbers, preview: answer.preview })
  }
  const award = async () => {
    if (!asked) return
    const answer = await confirm.run({
      body: { step: 'confirm', entry_id: entry.id, numbers: asked.numbers, ...(acceptPaid && { accept_paid: true }) },
    })
    if (answer) onConfirmed(answer.preview)
  }
  return { faults, asked, acceptPaid, setAcceptPaid, look, confirm, change, compare, award }
}

function SecondEntry(props: SecondEntryProps) {
  const { draw, symbols, typed, onDiscard, discarding } = props
  const { faults, asked, acceptPaid, setAcceptPaid, look, confirm, change, compare, award } = useSecondEntry(props)
  const lookButton = useRef<HTMLButtonElement>(null)
  const differ = confirm.problem?.code === 'result_entries_differ'
  const paid = confirm.problem?.code === 'result_paid' || (asked?.preview.correction?.paid_tickets.length ?? 0) > 0
  const problem = confirm.problem ?? look.problem
  const discardButton = (
    <Button danger loading={discarding} onClick={onDiscard}>
      Descartar la primera anotación
    </Button>
  )
  return (
    <form
      className="stack gap-sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void compare()
      }}
    >
      <p className="note">
        Escriba otra vez el resultado oficial, sin mirar la primera anotación. Premia solo si ambas son iguales.
      </p>
      <NumberFields
        parts={draw.parts}
        symbols={symbols}
        typed={typed}
        faults={faults}
        disabled={confirm.pending && asked !== null}
        onChange={change}
      />
      <div className="row stretch gap-xs">
        <Button
          ref={lookButton}
          htmlType="submit"
          type={asked ? 'default' : 'primary'}
          loading={look.pending || (confirm.pending && !asked)}
        >
          Comparar
        </Button>
        {!differ && discardButton}
      </div>
      {differ && (
        <ProblemNote problem={problems.result_entries_differ} action={discardButton}>
          {' '}
          Revise el resultado oficial y escríbalo de nuevo, o descarte la primera anotación si era la equivocada.
        </ProblemNote>
      )}
      {!asked && (
        <ResultBoard
          parts={draw.parts}
          symbols={symbols}
          typed={typed}
          onChange={change}
          onChosen={() => lookButton.current?.focus()}
        />
      )}
      {asked && (
        <p className="strong good" role="status">
          Coincide con la primera anotación.
        </p>
      )}
      {asked && <AwardPreview preview={asked.preview} />}
      {problem && !differ && <ProblemNote problem={problem} />}
      {asked && paid && (
        <Checkbox checked={acceptPaid} onChange={(event) => setAcceptPaid(event.target.checked)}>
          Acepto que los tickets ya pagados quedan pagados como están
        </Checkbox>
      )}
      {asked && (
        <div className="save-bar row">
          <AwardCost preview={asked.preview} />
          <Button
            type="primary"
            size="large"
            autoFocus={!paid}
            disabled={paid && !acceptPaid}
            loading={confirm.pending}
            onClick={() => void award()}
          >
            Confirmar y premiar {asked.preview.text}
          </Button>
        </div>
      )}
    </form>
  )
}
