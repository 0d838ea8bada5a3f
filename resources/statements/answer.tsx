/** What the debtor of a closed week answers, and what both sides say about it. */
import { CheckOutlined, CommentOutlined, ExclamationOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { accountBalance, type ClosingRow } from '@contract/account-balance.ts'
import { statements } from '@contract/statements.ts'
import { weekDays } from '@contract/values/dates.ts'
import { useAction } from '@providers/queries.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { Thread } from '@/kit/screen/thread.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'

const { shape } = accountBalance.closings.list.row
const touches = [accountBalance, statements]

interface ClosingAnswerProps {
  row: ClosingRow
  /** For what holds the row by itself. */
  onAnswered?: (row: ClosingRow) => void
}

/** The thread is there where something was said, or is about to be. */
export function ClosingAnswer({ row, onAnswered }: ClosingAnswerProps) {
  const [ask, dialog] = useConfirm()
  const [writing, setWriting] = useState(false)
  const { run } = useAction(statements.answer, { invalidates: touches, success: 'Su respuesta quedó anotada.' })
  const give = async (answer: 'conforme' | 'en_disputa', text: string) => {
    const now = await run({ params: { id: row.id }, body: { answer, text, answers: row.answers } })
    if (now) onAnswered?.(now)
    return now
  }
  const isOpen = writing || row.comments > 0
  const week = `la semana del ${weekDays(row.week)}`
  const agree = () =>
    ask({
      title: `Conforme con ${week}`,
      text: 'Dice que el saldo al cierre es el que debe, o el que se le debe. Puede responder otra vez si encuentra algo.',
      action: 'Estoy conforme',
      run: () => give('conforme', ''),
    })
  const dispute = () =>
    ask({
      title: `Disputar ${week}`,
      text: 'Se avisa a quien le cobra y a la banca. El saldo no cambia mientras se revisa.',
      action: 'Disputar',
      danger: true,
      reason: true,
      run: (text) => give('en_disputa', text),
    })
  return (
    <>
      <div className="row gap-xs">
        Respuesta: <StateTag of={shape.answer} state={row.answer} />
        {row.actions.includes('answer') && (
          <>
            {row.answer !== 'conforme' && (
              <Button icon={<CheckOutlined />} onClick={agree}>
                Conforme
              </Button>
            )}
            <Button danger icon={<ExclamationOutlined />} onClick={dispute}>
              {row.answer === 'en_disputa' ? 'Disputar otra vez' : 'En disputa'}
            </Button>
          </>
        )}
        {!isOpen && (
          <Button type="text" icon={<CommentOutlined />} onClick={() => setWriting(true)}>
            Comentar
          </Button>
        )}
      </div>
      {isOpen && <Thread comments={statements.comments} comment={statements.comment} touches={touches} id={row.id} />}
      {dialog}
    </>
  )
}
