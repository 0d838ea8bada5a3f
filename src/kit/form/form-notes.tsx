/** What stands above a form: that a draft came back, what belongs to no field, and what somebody else saved meanwhile. */
import { Alert, Button } from 'antd'
import type { RefObject } from 'react'
import { ConflictPanel } from './conflict.tsx'
import type { ServerForm } from './form.tsx'
import type { Values } from './state.ts'

interface FormNotesProps {
  /** Takes the focus when a save failed for what stands here. */
  told: RefObject<HTMLDivElement | null>
  form: ServerForm
  onResolve: (chosen: Values) => void
}

export function FormNotes({ told, form, onResolve }: FormNotesProps) {
  return (
    <div ref={told} tabIndex={-1} className="server-form-told">
      {form.restored && form.dirty && (
        <Alert
          type="info"
          showIcon
          message={`Recuperamos lo que escribió a las ${form.restored}`}
          action={
            <Button size="small" onClick={form.discard}>
              Descartar
            </Button>
          }
        />
      )}
      {form.messages.length > 0 && (
        <Alert type="error" showIcon role="alert" message={form.messages.map((text) => <div key={text}>{text}</div>)} />
      )}
      {form.conflict && (
        <ConflictPanel
          differences={form.conflict}
          schema={form.schema}
          values={form.start.values}
          id={form.id}
          onResolve={onResolve}
        />
      )}
    </div>
  )
}
