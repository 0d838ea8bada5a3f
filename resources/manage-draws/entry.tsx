/**
 * The first entry of a result, or of its correction: typed, looked at, and only then written down. It
 * awards nothing: a second entry does.
 */
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { draws, type DrawRow, type ResultNumber } from '@contract/draws.ts'
import { manageDraws, saveResult } from '@contract/manage-draws.ts'
import type { AwardPreview as Preview } from '@contract/award-preview.ts'
import { clockOf } from '@contract/values/dates.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { NumberFields, ResultBoard } from './number-fields.tsx'
import { readTypedNumbers, type Faults, type SymbolOption, type TypedNumbers } from './numbers.ts'
import { useBusy } from './busy.ts'
import { AwardPreviewPanel } from './preview.tsx'
import { useWaits } from './type-ahead.tsx'
import { ReasonField } from '@/kit/form/reason-field.tsx'

export interface AwardEntryProps {
  draw: DrawRow
  symbols: readonly SymbolOption[]
  typed: TypedNumbers
  onTyped: (typed: TypedNumbers) => void
  /** Written down; `confirms` where the same person confirms it, and so stays. */
  onEntered: (confirms: boolean) => void
  /** With it the draw already has a result: this one corrects it and says why. */
  onCancel?: () => void
}

const reasonRule = saveResult.options[1].shape.reason

/** The two steps of an entry: what it would award is looked at, and then it is written down. */
function useEntry({ draw, symbols, typed, onTyped, onEntered, onCancel }: AwardEntryProps) {
  const { zone } = useSession()
  const corrects = onCancel !== undefined
  const [faults, setFaults] = useState<Faults>({})
  const [reason, setReason] = useState('')
  const [reasonFault, setReasonFault] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ numbers: ResultNumber[]; preview: Preview } | null>(null)
  const look = useAction(manageDraws.saveResult, { success: false, failure: false })
  const enter = useAction(manageDraws.saveResult, { success: false, failure: false })
  const { invalidate } = useEndpointCache()
  const toasts = useToasts()
  const [busy, during] = useBusy()
  /** Which numbers were asked about last: an answer about others is not shown. */
  const asking = useRef(0)
  const reasonField = useRef<HTMLTextAreaElement | null>(null)

  const change = (next: TypedNumbers) => {
    asking.current += 1
    onTyped(next)
    setFaults({})
    setAsked(null)
    look.reset()
    enter.reset()
  }
  const preview = async () => {
    const read = readTypedNumbers(draw.parts, typed, symbols)
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
    if (!answer) return
    const confirms = answer.entry?.can_confirm ?? false
    // Whoever noted it may be at the next draw by now: it says which one.
    toasts.success(
      `${draw.product_name} ${clockOf(draw.scheduled_at, zone)}: ${asked.preview.text} ` +
        `quedó anotado. Falta ${confirms ? 'confirmarlo' : 'que otra persona lo confirme'}.`,
    )
    // Before this draw is drawn anew: a key in between would be pressed there, or be cleared with what was typed.
    onEntered(confirms)
    await Promise.all([draws, manageDraws].map(invalidate))
  }
  return {
    corrects,
    faults,
    reason,
    setReason,
    reasonFault,
    reasonField,
    asked,
    busy,
    looking: look.pending,
    entering: enter.pending,
    problem: enter.problem ?? look.problem,
    change,
    preview: () => void during(preview),
    save: () => void during(save),
  }
}

export function AwardEntry(props: AwardEntryProps) {
  const { draw, symbols, typed, onCancel } = props
  const entry = useEntry(props)
  const { corrects, asked, problem, change } = entry
  const lookButton = useRef<HTMLButtonElement>(null)
  useWaits(entry.busy)
  return (
    <form
      className="stack gap-sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        entry.preview()
      }}
    >
      <NumberFields
        parts={draw.parts}
        symbols={symbols}
        typed={typed}
        faults={entry.faults}
        disabled={entry.entering}
        onChange={change}
      />
      <div className="row stretch gap-xs">
        <Button ref={lookButton} htmlType="submit" type={asked ? 'default' : 'primary'} loading={entry.looking}>
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
      {asked && <AwardPreviewPanel preview={asked.preview} />}
      {asked && corrects && (
        <ReasonField
          ref={entry.reasonField}
          label="Motivo de la corrección"
          value={entry.reason}
          fault={entry.reasonFault}
          required
          most={300}
          focused
          onChange={entry.setReason}
        />
      )}
      {asked && (
        <div className="row stretch gap-xs">
          <Button type="primary" size="large" autoFocus={!corrects} loading={entry.entering} onClick={entry.save}>
            {corrects ? 'Anotar la corrección' : 'Anotar'} {asked.preview.text}
          </Button>
        </div>
      )}
    </form>
  )
}
