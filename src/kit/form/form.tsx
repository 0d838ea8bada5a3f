/**
 * A form over one of the contract's bodies: its schema gives the rules and titles, the server's
 * refusals land on their fields, leaving with changes asks, what was written survives the end of
 * the session, and a record that somebody else saved meanwhile is never overwritten unseen.
 */
import { Form, type FormInstance } from 'antd'
import { createContext, useContext, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer, Arguments, Endpoint, Entity } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { ProblemError } from '@providers/problem-error.ts'
import { useSave } from '@providers/saving.ts'
import { useConfirm, type Question } from '../page/confirm.tsx'
import { useFormBase, formValues } from './base.ts'
import { useDraft } from './draft.ts'
import { mapProblem, type NamePath } from './errors.ts'
import { FormNotes } from './form-notes.tsx'
import { changedFields, type Difference, type FormStart, type Values } from './state.ts'
import { useUnsaved, type Unsaved } from './unsaved.tsx'
import './form.css'

export type FormSchema = z.ZodObject<Record<string, z.ZodType>>

export interface ServerFormOptions<S extends FormSchema, E extends Endpoint> {
  schema: S
  start: FormStart
  /** Names the draft: `agency:12`, `agency:new`. */
  draft: string
  endpoint: E
  /** The record that an entity's `update` saves. */
  id?: number
  /** The call for valid values; with the mark of what was shown before, where something was. */
  args: (values: z.output<S>, version: number | undefined, shown?: string) => Arguments<E>
  invalidates: readonly Pick<Entity, 'name'>[]
  onSaved?: (answer: Answer<E>) => void
  /** Where the form goes on from after a save; without it the form is done. */
  startOf?: (answer: Answer<E>) => FormStart
  /** What is asked before these values are sent; null where nothing is. What cannot be asked is refused as the save would be. */
  ask?: (values: z.output<S>) => Question | null | Promise<Question | null>
  /** Reads the record again when somebody else saved it meanwhile. */
  latest?: () => Promise<FormStart>
}

export interface ServerForm {
  form: FormInstance
  schema: FormSchema
  /** Of the record that it saves, where it saves one. */
  id: number | undefined
  start: FormStart
  dirty: boolean
  pending: boolean
  /** What belongs to no field. */
  messages: string[]
  conflict: Difference[] | null
  /** Grows with each save that failed for what stands above the form: it is brought into sight. */
  refusals: number
  /** The clock time at which a restored draft was kept. */
  restored: string | null
  unsaved: Unsaved
  /** The question before saving, when it is asked. */
  question: ReactNode
  submit: () => void
  /** Back to what it started from; forgets the draft. */
  discard: () => void
  onValuesChange: (changed: Values) => void
  /** Answers a conflict: these values, over what the other person saved. */
  resolve: (chosen: Values) => void
}

/** Puts the cursor in a field, wherever it is on the page. */
function focusField(form: FormInstance, name: NamePath): void {
  form.scrollToField(name, { block: 'center', behavior: 'auto', focus: true })
}

/** The fields on the page, dotted: a form may draw some of its schema, and only these can hold a fault. */
function drawnFields(form: FormInstance): string[] {
  return form.getFieldsError().map(({ name }) => name.join('.'))
}

const changedElsewhere = 'Otra persona cambió algo de este registro que no está en este formulario. Guarde de nuevo.'

/** Everything one form needs. Render it with `<ServerFormView>`, its fields with `<Field>`. */
export function useServerForm<S extends FormSchema, E extends Endpoint>(options: ServerFormOptions<S, E>): ServerForm {
  const { schema, endpoint, startOf, latest, onSaved } = options
  const fields = useMemo(() => Object.keys(schema.shape), [schema])
  const [form] = Form.useForm()
  const draft = useDraft(options.draft)
  const action = useSave(endpoint, {
    id: options.id,
    invalidates: options.invalidates,
    failure: (problem) => !(isConflict(problem) && latest) && mapProblem(problem, drawnFields(form)).rest.length > 0,
  })
  const base = useFormBase({ form, fields, offered: options.start, draft, saving: action.pending })
  const { start, begin, rebase, setMessages } = base
  const [refusals, setRefusals] = useState(0)
  const refuse = (messages: string[]) => {
    setMessages(messages)
    setRefusals((times) => times + 1)
  }
  const unsaved = useUnsaved(base.dirty, draft.drop)
  const [asking, setAsking] = useState(false)
  const onProblem = (problem: ProblemBody) => {
    if (isConflict(problem) && latest) {
      const missed = problem['moved'] ? problem.detail : changedElsewhere
      void latest().then(
        (theirs) => refuse(rebase(theirs) ? [] : [missed]),
        () => refuse([problem.detail]),
      )
      return
    }
    const mapped = mapProblem(problem, drawnFields(form))
    form.setFields(mapped.fields as Parameters<typeof form.setFields>[0])
    const first = mapped.fields[0]
    if (!first) return refuse(mapped.rest)
    setMessages(mapped.rest)
    focusField(form, first.name)
  }
  useProblem(action.problem, onProblem)

  const [confirm, question] = useConfirm()
  const submit = async () => {
    setMessages([])
    if (asking || !(await isValid(form))) return
    const sent = formValues(form)
    const values = schema.parse(emptyAsMissing(sent)) as z.output<S>
    setAsking(true)
    try {
      const asked = await options.ask?.(values)
      if (!asked) return void (await send(sent, values))
      const { shown, ...words } = asked
      // Why it failed stands in the form, behind the question.
      const run = async () => {
        await send(sent, values, shown)
        return true
      }
      confirm({ ...words, run })
    } catch (error) {
      if (error instanceof ProblemError) onProblem(error.body)
      else refuse(['No se pudo mostrar lo que cambia, y nada se guardó. Guarde de nuevo.'])
    } finally {
      setAsking(false)
    }
  }
  const send = async (sent: Values, values: z.output<S>, shown?: string) => {
    const answer = await action.run(options.args(values, start.version, shown))
    if (answer === undefined) return
    draft.drop()
    if (startOf) {
      const next = startOf(answer)
      begin(next, { ...next.values, ...changedFields(sent, formValues(form), fields) })
    } else {
      unsaved.release()
      base.settle()
    }
    onSaved?.(answer)
  }
  return {
    form,
    schema,
    id: options.id,
    start,
    unsaved,
    question,
    dirty: base.dirty,
    messages: base.messages,
    conflict: base.conflict,
    refusals,
    pending: action.pending || asking,
    restored: draft.restored,
    submit: () => void submit(),
    discard: () => {
      draft.forget()
      form.resetFields()
      begin(start)
    },
    onValuesChange: (changed) => {
      form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
      base.track(start)
    },
    resolve: base.resolve,
  }
}

/** Does the form pass its rules? If not, the cursor goes to the first field that doesn't. */
async function isValid(form: FormInstance): Promise<boolean> {
  try {
    await form.validateFields()
    return true
  } catch (failed) {
    const first = (failed as { errorFields?: { name: NamePath }[] }).errorFields?.[0]
    if (first) focusField(form, first.name)
    return false
  }
}

/** Did somebody else save the record meanwhile? A screen that compares the two says so itself. */
export function isConflict(problem: ProblemBody): boolean {
  return problem.code === 'changed_meanwhile'
}

/** Runs `react` once for each new problem, with the form as it is then: what it holds later must not answer an old one. */
export function useProblem(problem: ProblemBody | null, react: (problem: ProblemBody) => void): void {
  const seen = useRef<ProblemBody | null>(null)
  useEffect(() => {
    if (!problem || seen.current === problem) return
    seen.current = problem
    react(problem)
  })
}

/** A cleared control holds '' or null; the contract's optional fields and defaults know only "missing". */
function emptyAsMissing(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )
}

const FormContext = createContext<ServerForm | null>(null)

/** The form that a field stands in. */
export function useFormContext(): ServerForm {
  const form = useContext(FormContext)
  if (!form) throw new Error('a field needs <ServerFormView> around it')
  return form
}

export interface ServerFormViewProps {
  form: ServerForm
  /** No field may be left empty, and none may begin so: a mark at each would say nothing. */
  unmarked?: boolean
  children: ReactNode
}

/** The form on the page: notices above, fields inside, the question before leaving. Enter submits. */
export function ServerFormView({ form, unmarked = false, children }: ServerFormViewProps) {
  // Two forms may stand on one page, and a label finds its control by an id made of this name.
  const name = useId()
  const { refusals } = form
  const noticeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    noticeRef.current?.scrollIntoView({ block: 'nearest' })
    noticeRef.current?.focus({ preventScroll: true })
  }, [refusals])
  const resolve = (chosen: Values) => {
    form.resolve(chosen)
    // Its button goes with the panel: what comes next has the focus.
    const save = noticeRef.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]')
    requestAnimationFrame(() => save?.focus())
  }
  return (
    <FormContext value={form}>
      <Form
        form={form.form}
        name={name}
        layout="vertical"
        initialValues={form.start.values}
        requiredMark={!unmarked}
        validateTrigger="onBlur"
        onValuesChange={form.onValuesChange}
        onFinish={form.submit}
        onFinishFailed={form.submit}
        noValidate
        className="server-form"
      >
        <FormNotes told={noticeRef} form={form} onResolve={resolve} />
        {children}
      </Form>
      {form.unsaved.dialog}
      {form.question}
    </FormContext>
  )
}
