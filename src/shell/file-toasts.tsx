/**
 * Says of each file that this browser left to the server that it is ready, or why there is none, wherever the person
 * is: once, until it is taken or closed.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { files, type PreparedFile } from '@contract/files.ts'
import { formatCount } from '@contract/values/money.ts'
import { toaster, type StayingToast } from '@providers/toasts.ts'
import { useCall } from '@providers/queries.ts'
import { fileSettled, isFresh, leftFiles, watchLeftFiles, type LeftFile } from '../kit/files/left-files.ts'
import { useTakeFile } from '../kit/files/take-file.ts'

/** While one may end any moment it is looked for this often, later as seldom as any news. */
const often = 3_000
const seldom = 60_000
/** More at once would cover the screen: the others come as these go. */
const mostTold = 3

const isEnded = ({ state }: PreparedFile) => state === 'listo' || state === 'fallido'

export function FileToasts() {
  const left = useSyncExternalStore(watchLeftFiles, leftFiles)
  return left.length > 0 ? <Told left={left} /> : null
}

function Told({ left }: { left: readonly LeftFile[] }) {
  const [every, setEvery] = useState<number | false>(often)
  const { data, dataUpdatedAt } = useCall(files.list, {}, { refetchInterval: every })
  const { take } = useTakeFile()
  const latest = useRef(take)
  latest.current = take
  const shownToasts = useRef(new Map<number, StayingToast>())
  useEffect(() => {
    if (!data) return
    const known = new Map(data.data.map((file) => [file.id, file]))
    for (const [id, toast] of shownToasts.current)
      if (!left.some((one) => one.id === id)) {
        toast.close()
        shownToasts.current.delete(id)
      }
    for (const { id, at } of left) {
      const file = known.get(id)
      // What an answer of later than its leaving does not have was removed.
      if (!file && dataUpdatedAt > at + seldom) fileSettled(id)
      if (file && isEnded(file) && !shownToasts.current.has(id) && shownToasts.current.size < mostTold)
        shownToasts.current.set(
          id,
          tell(file, () => latest.current(id)),
        )
    }
    const waiting = left.filter(({ id }) => !known.get(id) || !isEnded(known.get(id)!))
    setEvery(waiting.length > 0 && (waiting.some(isFresh) ? often : seldom))
  }, [data, dataUpdatedAt, left])
  // Whoever takes or closes the last one leaves nothing behind.
  useEffect(() => {
    const toasts = shownToasts.current
    return () => {
      for (const toast of toasts.values()) toast.close()
      toasts.clear()
    }
  }, [])
  return null
}

function tell({ id, title, filename, state, rows, problem }: PreparedFile, take: () => Promise<void>): StayingToast {
  const onClose = () => fileSettled(id)
  if (state === 'fallido')
    return toaster.stay('error', {
      title: 'No se pudo preparar un archivo',
      detail: [title, problem].filter(Boolean).join(': '),
      onClose,
    })
  const name = filename ?? title
  const counted = rows === null ? '' : `: ${formatCount(rows)} ${rows === 1 ? 'fila' : 'filas'}`
  return toaster.stay('success', {
    title: 'Archivo listo',
    detail: `${name}${counted}.`,
    action: { label: 'Descargar', name: `Descargar ${name}`, run: take },
    onClose,
  })
}
