/** What people say about a record to each other, and a line to add to it. */
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { Arguments } from '@contract/endpoint.ts'
import { commentText, type ThreadComment } from '@contract/states.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Panel } from '../page/panel.tsx'
import type { AnyEndpoint } from './registry.ts'

interface ThreadProps {
  comments: AnyEndpoint
  comment: AnyEndpoint
  /** What a comment changes. */
  touches: readonly { name: string }[]
  id: number
}

export function Thread({ comments, comment, touches, id }: ThreadProps) {
  const { zone } = useSession()
  const args = { params: { id } } as Arguments<AnyEndpoint>
  const { data } = useCall(comments, args)
  const [text, setText] = useState('')
  const { run, pending } = useAction(comment, { invalidates: touches, success: false })
  const said = (data as { data: ThreadComment[] } | undefined)?.data ?? []
  const isFit = commentText.safeParse(text).success
  const send = async () => {
    if (await run({ params: { id }, body: { text } } as Arguments<AnyEndpoint>)) setText('')
  }
  return (
    <Panel title="Comentarios" padding="tight">
      <div className="stack gap-sm">
        {said.length > 0 && (
          <ul className="stack gap-xs plain-list" aria-label="Comentarios">
            {said.map((one) => (
              <li key={one.id}>
                <span className="note">
                  {one.own ? 'Usted' : (one.by ?? 'Por encima de usted')}, {formatInstant(one.at, zone)}
                </span>
                <br />
                <span style={{ whiteSpace: 'pre-line' }}>{one.text}</span>
              </li>
            ))}
          </ul>
        )}
        <Input.TextArea
          rows={2}
          maxLength={500}
          aria-label="Comentario"
          placeholder="Lo lee quien paga y quien recibe"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button disabled={!isFit} loading={pending} onClick={() => void send()}>
            Comentar
          </Button>
        </div>
      </div>
    </Panel>
  )
}
