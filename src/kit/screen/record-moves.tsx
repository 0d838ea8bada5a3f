/** One record of what has states: what decides, the buttons beside it, what is known, and what people say about it. */
import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import type { MoveFacts } from '@contract/move-facts.ts'
import { wordOf } from '@contract/field.ts'
import { useEndpointCache } from '@providers/queries.ts'
import { CounterKeys } from '../counter/keys.tsx'
import { FormActions } from '../form/fields.tsx'
import { ServerFormView, useServerForm } from '../form/form.tsx'
import { Effects, type Effect } from '../page/confirm.tsx'
import { Dialog } from '../page/dialog.tsx'
import { Panel } from '../page/panel.tsx'
import { usePlainKey } from '../page/plain-key.ts'
import { FormFields } from './form-fields.tsx'
import { RecordFacts } from './record-facts.tsx'
import { Thread } from './thread.tsx'
import type { AnyEndpoint, Registry } from './registry.ts'
import type { WorkflowEntity } from './workflow-screen.tsx'

interface Row {
  id: number
  state: string
  version: number
  actions: readonly string[]
}

export interface RecordMovesProps {
  screen: Registry<WorkflowEntity>
  row: Row
  evidence: ReactNode
  keys?: Readonly<Record<string, string>> | null
  effectsOf: (move: string) => readonly Effect[]
  undecided: string | null
  onEdit: () => void
}

export function RecordMoves({ screen, row, evidence, keys = null, effectsOf, undecided, onEdit }: RecordMovesProps) {
  const { entity, said } = screen
  const [asked, setAsked] = useState<string | null>(null)
  const moves = row.actions.flatMap((name) => {
    const call = moveCall(entity, row, name)
    return call ? [{ name, ...call }] : []
  })
  // What has not happened yet is no fact.
  const has = (name: string) => ((row as unknown as Record<string, unknown>)[name] ?? '') !== ''
  const facts = said.facts?.filter((one) => typeof one !== 'string' || has(one)) ?? []
  const known = { entity, said: { ...said, facts } }
  const open = moves.find(({ name }) => name === asked)
  const [box, letter] = useFirstMove(keys ? undefined : moves[0], setAsked)
  return (
    <div ref={box} className="stack gap-md">
      <Panel label="Lo que se decide" padding="tight">
        <div className="stack gap-sm">
          {evidence}
          {keys && moves.length > 0 && (
            <CounterKeys
              label="Decidir"
              keys={moves.map(({ name, move }, n) => ({
                key: keys[name]!,
                label: move.label,
                main: n === 0,
                onPress: () => setAsked(name),
              }))}
            />
          )}
          {((moves.length > 0 && !keys) || row.actions.includes('update')) && (
            <div className="row gap-xs">
              {!keys &&
                moves.map(({ name, move }, n) => (
                  <Button
                    key={name}
                    type={n === 0 && !move.danger ? 'primary' : 'default'}
                    danger={move.danger ?? false}
                    {...(n === 0 && letter && { 'aria-keyshortcuts': letter, title: `${move.label} (${letter})` })}
                    onClick={() => setAsked(name)}
                  >
                    {move.label}
                  </Button>
                ))}
              {row.actions.includes('update') && (
                <Button icon={<EditOutlined aria-hidden="true" />} onClick={onEdit}>
                  Corregir
                </Button>
              )}
            </div>
          )}
          {undecided && <p className="note">{undecided}</p>}
        </div>
      </Panel>
      <RecordFacts screen={known} row={row as never} />
      {entity.comments && entity.comment && (
        <Thread comments={entity.comments} comment={entity.comment} touches={[entity]} id={row.id} />
      )}
      {open && (
        <MoveDialog
          key={open.name}
          {...open}
          screen={screen}
          row={row}
          endKey={keys ? 'F9' : null}
          effects={effectsOf(open.name)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** The call of a move: its own, or the one that makes it of records of this kind. */
function moveCall(
  { endpoints }: WorkflowEntity,
  row: Row,
  name: string,
): { endpoint: AnyEndpoint; move: MoveFacts } | undefined {
  const own = endpoints[name] as AnyEndpoint | undefined
  if (own?.move) return { endpoint: own, move: own.move }
  const fields = row as unknown as Record<string, unknown>
  for (const endpoint of Object.values(endpoints as Record<string, AnyEndpoint>)) {
    const { of, moves } = endpoint.handles ?? {}
    const move = moves?.[name]
    if (of && move && fields[of.field] === of.is) return { endpoint, move }
  }
  return undefined
}

/** What a move is called with, of this record as it was seen. */
function argsOf(endpoint: AnyEndpoint, name: string, { named }: MoveFacts, { id, version }: Row, values: object) {
  if (endpoint.handles) return { body: { ...values, action: name, rows: [{ id, version }] } }
  return {
    ...(named === null && { params: { id } }),
    body: { ...values, version, ...(named !== null && { [named]: id }) },
  }
}

/** The usual move by its own letter, so that one record after another is decided without the mouse. */
function useFirstMove(first: { name: string; move: MoveFacts } | undefined, ask: (name: string) => void) {
  const box = useRef<HTMLDivElement>(null)
  const drawer = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    drawer.current = box.current?.closest<HTMLElement>('.ant-drawer') ?? box.current
  }, [])
  const usual = first && !first.move.danger ? first : undefined
  const letter = usual?.move.label[0] ?? ''
  usePlainKey(letter.toLowerCase(), usual ? () => ask(usual.name) : null, drawer)
  return [box, letter] as const
}

interface MoveDialogProps {
  name: string
  endpoint: AnyEndpoint
  move: MoveFacts
  screen: Registry<WorkflowEntity>
  row: Row
  /** Does it from whatever of its fields has the focus. */
  endKey: string | null
  effects: readonly Effect[]
  onClose: () => void
}

/** What comes of it, before and after, and what it asks. Where somebody else was first the record is shown as it is now. */
function MoveDialog({
  name,
  endpoint,
  move,
  screen: { entity, said },
  row,
  endKey,
  effects,
  onClose,
}: MoveDialogProps) {
  const { invalidate } = useEndpointCache()
  const schema = (move.needs ?? z.object({})) as z.ZodObject<Record<string, z.ZodType>>
  const { shape } = entity.show.response as z.ZodObject
  const state = (value: string) => wordOf(shape['state'] as z.ZodType, value)
  const form = useServerForm({
    schema,
    start: { values: {} },
    draft: `${entity.name}:${row.id}:${name}`,
    endpoint,
    args: (values) => argsOf(endpoint, name, move, row, values) as Arguments<AnyEndpoint>,
    invalidates: [entity, ...(said.touches ?? [])],
    onSaved: onClose,
  })
  const leave = () =>
    form.unsaved.leave(() => {
      void invalidate(entity)
      onClose()
    })
  const content = useRef<HTMLDivElement>(null)
  // What must be written first; where nothing must, Enter does it, unless it is not taken back.
  const begin = () => {
    const needed = Object.entries(schema.shape).find(([, one]) => !one.safeParse(undefined).success)
    if (needed) form.form.focusField(needed[0])
    else if (!move.danger) content.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== endKey || event.repeat || form.pending) return
    event.preventDefault()
    content.current?.closest('form')?.requestSubmit()
  }
  return (
    <Dialog
      open
      title={`${move.label}: ${said.name(row as never)}`}
      footer={null}
      closable={!form.pending}
      maskClosable={false}
      keyboard={!form.pending}
      width={520}
      onCancel={leave}
    >
      <ServerFormView form={form}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from its fields */}
        <div ref={content} className="stack gap-sm" onKeyDown={onKeyDown}>
          <p>{move.text}</p>
          <Effects effects={[{ label: 'Estado', before: state(row.state), after: state(move.to) }, ...effects]} />
          {move.needs && <FormFields id={row.id} />}
          <FormActions
            save={endKey === null ? move.label : `${move.label} (${endKey})`}
            danger={move.danger ?? false}
            onCancel={leave}
            always
          />
          <OnceDrawn act={begin} />
        </div>
      </ServerFormView>
    </Dialog>
  )
}

/** As soon as the dialog is on the page: what is typed while it comes in whole, and the key that ends it, go nowhere else. */
function OnceDrawn({ act }: { act: () => void }) {
  const first = useRef(act)
  useEffect(() => first.current(), [])
  return null
}
