/** A workbook that the server reads: where it is dropped, how far it got, and why it could not be read. */
import { Button, Progress } from 'antd'
import { DropZone } from './drop-zone.tsx'
import { useState } from 'react'
import type { Answer, Endpoint } from '@contract/endpoint.ts'
import type { ProblemBody } from '@contract/problems.ts'
import { ProblemError } from '@providers/http.ts'
import { useUpload } from '@providers/uploads.ts'
import { ProblemNote } from '../page/problem-note.tsx'

interface SendBookProps<E extends Endpoint> {
  /** Takes one file. */
  endpoint: E
  /** The most bytes that it takes. */
  largest: number
  /** How much that is, and what happens with it, in a sentence. */
  limits: string
  /** While it is on its way: `Leyendo el libro…`. */
  doing: string
  disabled?: boolean
  /** A file is on its way: what was read of the one before is old. */
  onStart?: () => void
  onSent: (answer: Answer<E>) => void | Promise<void>
}

export function SendBook<E extends Endpoint>(props: SendBookProps<E>) {
  const { endpoint, largest, limits, doing, disabled = false, onStart, onSent } = props
  const { progress, send, stop } = useUpload(endpoint)
  const [problem, setProblem] = useState<Pick<ProblemBody, 'title' | 'detail'> | null>(null)
  const isSending = progress !== null
  const start = async (file: File) => {
    setProblem(null)
    onStart?.()
    if (file.size > largest) {
      setProblem({ title: 'Archivo demasiado grande', detail: limits })
      return
    }
    try {
      const answer = await send(file)
      if (answer !== undefined) await onSent(answer)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      setProblem(error.body)
    }
  }
  return (
    <>
      <DropZone
        accept=".xlsx,.csv"
        title="Suelte aquí el libro o pulse para elegirlo"
        hint={limits}
        disabled={isSending || disabled}
        onFile={(file) => void start(file)}
      />
      {isSending && (
        <div className="line gap-sm" role="status">
          <span className="grow">
            {doing}
            <Progress percent={progress} size="small" status="active" />
          </span>
          <Button onClick={stop}>Cancelar</Button>
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
    </>
  )
}
