/** Asking the configured sources: how each one answered, what was written down from them, and what a person must look at. */
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { countText } from '@contract/values/money.ts'
import { CloudDownloadOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { draws, type DrawRow } from '@contract/draws.ts'
import { manageDraws } from '@contract/manage-draws.ts'
import type { Answer } from '@contract/endpoint.ts'
import { formatDay, clockOf } from '@contract/values/dates.ts'
import { useState } from 'react'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { StatusTag } from '@/kit/values/status-tag.tsx'

export interface SourcesProps {
  day: string
  /** Only this draw; the whole day without it. */
  draw: DrawRow | undefined
  draws: readonly DrawRow[]
  onOpen: (drawId: number) => void
  onClose: () => void
}

type SourcesAnswer = Answer<typeof manageDraws.external>

export function SourcesDrawer({ day, draw, draws: list, onOpen, onClose }: SourcesProps) {
  const { zone } = useSession()
  const [answer, setAnswer] = useState<SourcesAnswer | null>(null)
  const action = useAction(manageDraws.external, { invalidates: [draws, manageDraws], success: false, failure: false })
  const ask = async (drawId: number | undefined) => {
    const given = await action.run({ body: drawId === undefined ? { day } : { draw_id: drawId } })
    if (given) setAnswer(given)
  }
  const nameOf = (drawId: number) => {
    const found = list.find((one) => one.id === drawId)
    return found ? `${found.product_name} ${clockOf(found.scheduled_at, zone)}` : `Sorteo ${drawId}`
  }
  return (
    <Drawer open width={560} title="Fuentes externas de resultados" onClose={onClose}>
      <div className="stack gap-sm">
        <p>
          Pregunta a las fuentes configuradas. Donde coinciden se anota el resultado, que igual espera la confirmación
          de una persona; donde difieren, nadie lo anota por usted.
        </p>
        <div className="row stretch gap-xs">
          {draw && (
            <Button
              type="primary"
              icon={<CloudDownloadOutlined />}
              loading={action.pending}
              onClick={() => void ask(draw.id)}
            >
              Pedir {draw.product_name} {clockOf(draw.scheduled_at, zone)}
            </Button>
          )}
          <Button
            type={draw ? 'default' : 'primary'}
            icon={draw ? undefined : <CloudDownloadOutlined />}
            loading={action.pending}
            onClick={() => void ask(undefined)}
          >
            Pedir todo el {formatDay(day)}
          </Button>
        </div>
        {action.problem && <ProblemNote problem={action.problem} />}
        {answer && <SourcesResult answer={answer} nameOf={nameOf} onOpen={onOpen} />}
      </div>
    </Drawer>
  )
}

function SourcesResult({
  answer,
  nameOf,
  onOpen,
}: {
  answer: SourcesAnswer
  nameOf: (drawId: number) => string
  onOpen: (drawId: number) => void
}) {
  const nothing = answer.entered.length === 0 && answer.review.length === 0
  return (
    <>
      <h3>Fuentes</h3>
      <ul className="award-list lined plain-list">
        {answer.sources.map((source) => (
          <li key={source.name} className="row gap-sm">
            <StatusTag state={source.ok ? 'activo' : 'falla'} tone={source.ok ? 'good' : 'bad'}>
              {source.name}
            </StatusTag>
            <span className="sorteo-muted">
              {source.ok ? countText(source.results, 'resultado', 'resultados') : source.detail}
            </span>
          </li>
        ))}
      </ul>
      {nothing && (
        <EmptyState title="Nada nuevo" text="Las fuentes no traen resultados para los sorteos que esperan." />
      )}
      {answer.entered.length > 0 && <h3>Anotados, por confirmar</h3>}
      <ul className="award-list lined plain-list">
        {answer.entered.map((entry) => (
          <li key={entry.id} className="row gap-sm">
            <Button type="link" size="small" onClick={() => onOpen(entry.draw_id)}>
              {nameOf(entry.draw_id)}
            </Button>
            <span className="sorteo-muted">{entry.source}</span>
          </li>
        ))}
      </ul>
      {answer.review.length > 0 && <h3>Por revisar</h3>}
      <ul className="award-list lined plain-list">
        {answer.review.map((row) => (
          <li key={row.draw_id} className="row gap-sm">
            <Button type="link" size="small" onClick={() => onOpen(row.draw_id)}>
              {nameOf(row.draw_id)}
            </Button>
            <span>{row.answers.map((one) => `${one.source}: ${one.text}`).join(' · ')}</span>
            <span className="whole warns">{row.note}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
