/**
 * The second entry: whoever confirms writes the numbers again without seeing the first ones. Only when
 * both are the same does the draw award; the server compares them again.
 */
import { useToday } from '@/kit/values/period.ts'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { shortMoment } from '@contract/values/dates.ts'
import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { draws, type DrawRow, type ResultEntry, type ResultNumber } from '@contract/draws.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import { problems, type ProblemBody } from '@contract/problems.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useBusy } from './busy.ts'
import { NumberFields, ResultBoard } from './number-fields.tsx'
import { readTypedNumbers, sameTypedNumbers, type Faults, type SymbolOption, type TypedNumbers } from './numbers.ts'
import { AwardCost, AwardPreviewPanel } from './preview.tsx'
import type { SentAward } from './sending.ts'
import { useWaits } from './type-ahead.tsx'

export interface AwardConfirmProps {
  draw: DrawRow
  entry: ResultEntry
  symbols: readonly SymbolOption[]
  typed: TypedNumbers
  onTyped: (typed: TypedNumbers) => void
  /** Its confirmation is sent: the person goes on. */
  onAward: (award: Pick<SentAward, 'numbers' | 'accept_paid'>) => void
  /** Why the server refused what was sent. */
  refused: ProblemBody | undefined
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
function useSecondEntry({ draw, entry, symbols, typed, onTyped, onAward }: AwardConfirmProps) {
  const [faults, setFaults] = useState<Faults>({})
  const [asked, setAsked] = useState<{ numbers: ResultNumber[]; preview: Preview } | null>(null)
  const [acceptPaid, setAcceptPaid] = useState(false)
  const look = useAction(manageDraws.saveResult, { success: false, failure: false })
  const confirm = useAction(manageDraws.saveResult, {
    success: false,
    failure: false,
  })
  const [busy, during] = useBusy()
  useWaits(busy)
  /** Which numbers were asked about last: an answer about others is not shown. */
  const asking = useRef(0)
  const change = (next: TypedNumbers) => {
    asking.current += 1
    onTyped(next)
    setFaults({})
    setAsked(null)
    look.reset()
    confirm.reset()
  }
  const compare = async () => {
    const read = readTypedNumbers(draw.parts, typed, symbols)
    setFaults('faults' in read ? read.faults : {})
    if ('faults' in read) return
    if (!sameTypedNumbers(read.numbers, entry.numbers)) {
      // Refused for certain, and so that the log knows of the difference.
      await confirm.run({ body: { step: 'confirm', entry_id: entry.id, numbers: read.numbers } })
      return
    }
    const now = asking.current
    const answer = await look.run({ body: { step: 'preview', draw_id: draw.id, numbers: read.numbers } })
    if (answer?.preview && now === asking.current) setAsked({ numbers: read.numbers, preview: answer.preview })
  }
  const award = () => {
    if (asked) onAward({ numbers: asked.numbers, accept_paid: acceptPaid })
  }
  return {
    faults,
    asked,
    acceptPaid,
    setAcceptPaid,
    busy,
    look,
    confirm,
    change,
    compare: () => during(compare),
    award,
  }
}

function SecondEntry(props: SecondEntryProps) {
  const { draw, symbols, typed, onDiscard, discarding } = props
  const second = useSecondEntry(props)
  const { faults, asked, acceptPaid, setAcceptPaid, look, confirm, change, compare, award } = second
  const lookButton = useRef<HTMLButtonElement>(null)
  const differ = confirm.problem?.code === 'result_entries_differ'
  const paid = confirm.problem?.code === 'result_paid' || (asked?.preview.correction?.paid_tickets.length ?? 0) > 0
  const problem = confirm.problem ?? look.problem
  const note = useRef<HTMLDivElement>(null)
  const back = props.refused !== undefined
  // Back at what was refused, the keyboard is at the reason: nothing that is still being typed changes the number.
  useEffect(() => {
    if (back) note.current?.focus()
  }, [back])
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
      {props.refused && !problem && (
        <div ref={note} tabIndex={-1}>
          <ProblemNote problem={props.refused} />
        </div>
      )}
      <p className="note">
        Escriba otra vez el resultado oficial, sin mirar la primera anotación. Premia solo si ambas son iguales.
      </p>
      <NumberFields
        parts={draw.parts}
        symbols={symbols}
        typed={typed}
        faults={faults}
        disabled={false}
        focused={!back}
        onChange={change}
      />
      <div className="row stretch gap-xs">
        <Button ref={lookButton} htmlType="submit" type={asked ? 'default' : 'primary'} loading={second.busy}>
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
      {asked && <AwardPreviewPanel preview={asked.preview} />}
      {problem && !differ && <ProblemNote problem={problem} />}
      {asked && paid && (
        <Checkbox checked={acceptPaid} onChange={(event) => setAcceptPaid(event.target.checked)}>
          Acepto que los tickets ya pagados quedan pagados como están
        </Checkbox>
      )}
      {asked && (
        <div className="save-bar row">
          <AwardCost preview={asked.preview} />
          <Button type="primary" size="large" autoFocus={!paid} disabled={paid && !acceptPaid} onClick={award}>
            Confirmar y premiar {asked.preview.text}
          </Button>
        </div>
      )}
    </form>
  )
}
