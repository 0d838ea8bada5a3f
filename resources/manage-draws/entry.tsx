/**
 * The first entry of a result, or of its correction: typed, looked at, and only then written down. It
 * awards nothing: a second entry does.
 */
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { draws, type DrawRow, type ResultNumber } from '@contract/draws.ts'
import { manageDraws, saveResult, type AwardPreview as Preview } from '@contract/manage-draws.ts'
import { useAction } from '@providers/queries.ts'
import { NumberFields, ResultBoard } from './number-fields.tsx'
import { readTyped, type Faults, type SymbolOption, type Typed } from './numbers.ts'
import { useBusy } from './busy.ts'
import { AwardPreview } from './preview.tsx'
import { useWaits } from './type-ahead.tsx'
import { ReasonField } from '../../src/kit/form/reason-field.tsx'

export interface AwardEntryProps {
  draw: DrawRow
  symbols: readonly SymbolOption[]
  typed: Typed
  onTyped: (typed: Typed) => void
  onEntered: () => void
  /** With it the draw already has a result: this one corrects it and says why. */
  onCancel?: () => void
}

const reasonRule = saveResult.options[1].shape.reason

export function AwardEntry({ draw, symbols, typed, onTyped, onEntered, onCancel }: AwardEntryProps) {
  const corrects = onCancel !== undefined
  const [faults, setFaults] = useState<Faults>({})
  const [reason, setReason] = useState('')
  const [reasonFault, setReasonFault] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ numbers: ResultNumber[]; preview: Preview } | null>(null)
  const look = useAction(manageDraws.saveResult, { success: false, failure: false })
  const enter = useAction(manageDraws.saveResult, {
    invalidates: [draws, manageDraws],
    success: 'El resultado quedó anotado. Falta confirmarlo.',
    failure: false,
  })
  const [busy, during] = useBusy()
  /** Which numbers were asked about last: an answer about others is not shown. */
  const asking = useRef(0)
  const lookButton = useRef<HTMLButtonElement>(null)
  const reasonField = useRef<HTMLTextAreaElement | null>(null)

  const change = (next: Typed) => {
    asking.current += 1
    onTyped(next)
    setFaults({})
    setAsked(null)
    look.reset()
    enter.reset()
  }
  const preview = async () => {
    const read = readTyped(draw.parts, typed, symbols)
    setFaults('faults' in read ? read.faults : {})
    if ('faults' in read) return
    const now = asking.current
    const answer = await look.run({ body: { step: 'preview', draw_id: draw.id, numbers: read.numbers } })
    if (answer?.preview && now === asking.current) setAsked({ numbers: read.numbers, preview: answer.preview })
  }
  const save = async () => {
    if (!asked) return
    const fault = corrects ? (reasonRule.safeParse(reason.trim()).error?.issues[0]?.message ?? null) : null
    setReasonFault(fault)
    if (fault !== null) {
      reasonField.current?.focus()
      return
    }
    const answer = await enter.run({
      body: { step: 'enter', draw_id: draw.id, numbers: asked.numbers, ...(corrects && { reason: reason.trim() }) },
    })
    if (answer) onEntered()
  }
  useWaits(busy)
  const problem = enter.problem ?? look.problem
  return (
    <form
      className="stack gap-sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void during(preview)
      }}
    >
      <NumberFields
        parts={draw.parts}
        symbols={symbols}
        typed={typed}
        faults={faults}
        disabled={enter.pending}
        onChange={change}
      />
      <div className="row stretch gap-xs">
        <Button ref={lookButton} htmlType="submit" type={asked ? 'default' : 'primary'} loading={look.pending}>
          Ver qué premia
        </Button>
        {onCancel && <Button onClick={onCancel}>Dejarlo como está</Button>}
      </div>
      {problem && <ProblemNote problem={problem} />}
      {!asked && (
        <ResultBoard
          parts={draw.parts}
          symbols={symbols}
          typed={typed}
          onChange={change}
          onChosen={() => lookButton.current?.focus()}
        />
      )}
      {asked && <AwardPreview preview={asked.preview} />}
      {asked && corrects && (
        <ReasonField
          ref={reasonField}
          label="Motivo de la corrección"
          value={reason}
          fault={reasonFault}
          required
          most={300}
          focused
          onChange={setReason}
        />
      )}
      {asked && (
        <div className="row stretch gap-xs">
          <Button
            type="primary"
            size="large"
            autoFocus={!corrects}
            loading={enter.pending}
            onClick={() => void during(save)}
          >
            {corrects ? 'Anotar la corrección' : 'Anotar'} {asked.preview.text}
          </Button>
        </div>
      )}
    </form>
  )
}
