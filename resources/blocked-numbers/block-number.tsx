/** Every number of a draw with how full its quota is; some are chosen, and blocked or given back to sale. */
import { LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useId, useMemo, useState } from 'react'
import { blockedNumbers } from '@contract/blocked-numbers.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { formatInstant, inZone } from '@contract/values/dates.ts'
import { formatCount, formatMoney, countText } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useEndpointCache, useSend } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm } from '@/kit/page/confirm.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { boardCells, findCells, groupCells, hasSign, sortCells, type BoardCell } from './board.ts'
import { NumberBoard, numberText, Legend } from './cells.tsx'
import { useBlockChoices, type BlockChoices } from './choices.ts'
import { BlockDialog } from './dialog.tsx'
import { BoardChoices, BoardTools } from './filters.tsx'
import { BlockList } from './list.tsx'
import { useBoardSelection } from './selection.ts'
import { blockState, type BlockState } from './view.ts'
import './block.css'

export default function BlockNumber() {
  const listId = useId()
  const [state, set] = useUrlState(blockState)
  const choices = useBlockChoices(state, set)
  const { betType, drawId, product, products, list } = choices
  return (
    <Page title="Bloquear números" filters={<BoardChoices state={state} set={set} choices={choices} />}>
      <Panel label="Tablero de números" padding="tight" className="stack gap-sm">
        <BoardTools
          state={state}
          set={set}
          choices={choices}
          onList={() => document.getElementById(listId)?.scrollIntoView()}
        />
        {state.product_id !== undefined && products.data && !product && (
          <EmptyState
            title="Este producto no tiene tablero"
            text="Elija otro producto: el tablero es de los que se juegan número por número."
          />
        )}
        {product && list.data && drawId === undefined && (
          <EmptyState
            title="Sin sorteos ese día"
            text="Elija otro día u otro producto: el tablero muestra los números de un sorteo."
          />
        )}
        {(product || state.product_id === undefined || !products.data) &&
          !(product && list.data && drawId === undefined) && (
            <BoardPart key={`${betType?.id}:${state.sign}`} state={state} set={set} choices={choices} />
          )}
      </Panel>
      <BlockList id={listId} product_id={product?.id} onBoard={() => document.querySelector('h1')?.scrollIntoView()} />
    </Page>
  )
}

interface PartProps {
  state: BlockState
  set: SetUrlState<BlockState>
  choices: BlockChoices
}

function BoardPart({ state, set, choices }: PartProps) {
  const { zone } = useSession()
  const { betType, numbers, currency, list, products } = choices
  const rows = numbers.data?.data
  const cells = useMemo(() => {
    if (!betType || !rows) return []
    const all = boardCells(
      betType.kind,
      state.sign,
      rows.filter((row) => row.bet_type_id === betType.id),
    )
    const inHundred =
      state.hundred === undefined ? all : all.filter((cell) => cell.number.startsWith(state.hundred ?? ''))
    return sortCells(findCells(inHundred, state.number ?? ''), state.order)
  }, [betType, rows, state.sign, state.hundred, state.number, state.order])
  const groups = useMemo(() => {
    const made = betType ? groupCells(cells, betType.kind, state.order) : []
    return state.number === undefined ? made : [{ key: '', cells }]
  }, [cells, betType, state.order, state.number])
  const order = useMemo(() => cells.map((cell) => cell.number), [cells])
  const selection = useBoardSelection(order)
  const [look, setLook] = useState<string | null>(null)
  // The numbers are not even asked for while the product or its draws do not come.
  const failed = [products, list, numbers].find((one) => !one.data && one.isError)
  if (failed) return <ProblemView error={failed.error} onRetry={() => void failed.refetch()} />
  if (!numbers.data || !betType) return <Skeleton active title={false} paragraph={{ rows: 8 }} />
  const looked = cells.find((cell) => cell.number === look)
  const { data } = numbers
  const ten =
    betType.kind !== 'animalito' &&
    state.order === 'numero' &&
    state.number === undefined &&
    !(hasSign(betType.kind) && state.sign === 'todos') &&
    betType.kind !== 'tripleta'
  return (
    <>
      <p className="block-look sorteo-figures">
        {looked
          ? numberText(looked, currency)
          : `${data.product_name}, ${formatInstant(data.scheduled_at, zone)}: ` +
            `${formatMoney(data.total.sold, currency, true)} en ` +
            `${countText(data.total.lines, 'jugada', 'jugadas')}. Actualizado a las ` +
            `${inZone(new Date(data.server_time), zone).time}.`}
      </p>
      <Legend />
      {cells.length === 0 ? (
        <EmptyState
          title="Ningún número"
          text={
            state.number
              ? 'Ninguno coincide con lo que busca.'
              : 'Aún no se ha vendido ni bloqueado ninguno de esta jugada.'
          }
        />
      ) : (
        <NumberBoard
          groups={groups}
          selection={selection}
          currency={currency}
          shape={betType.kind === 'animalito' ? 'symbols' : ten ? 'ten' : 'list'}
          onGroup={(hundred) => set({ hundred })}
          onLook={setLook}
        />
      )}
      <SelectionBar
        chosen={cells.filter((cell) => selection.chosen.has(cell.number))}
        clear={selection.clear}
        choices={choices}
        partner_id={state.partner_id}
      />
    </>
  )
}

/** Lifts one block after another; tells how many could not be. */
function useLift(onDone: () => void) {
  const toasts = useToasts()
  const { invalidate } = useEndpointCache()
  const lift = useSend(blockedNumbers.remove)
  return async (ids: readonly number[]): Promise<boolean> => {
    const outcomes = await Promise.allSettled(ids.map((id) => lift({ params: { id } })))
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
    await Promise.all([invalidate(blockedNumbers), invalidate(ticketReports)])
    if (failed.length < ids.length)
      toasts.success(`${countText(ids.length - failed.length, 'número desbloqueado', 'números desbloqueados')}.`)
    if (failed[0]) toasts.error(failed[0].reason)
    if (failed.length === 0) onDone()
    return true
  }
}

function SelectionBar({
  chosen,
  clear,
  choices,
  partner_id,
}: {
  chosen: readonly BoardCell[]
  clear: () => void
  choices: BlockChoices
  partner_id: number | undefined
}) {
  const [blocking, setBlocking] = useState(false)
  const [ask, dialog] = useConfirm()
  const lift = useLift(clear)
  const free = chosen.filter((cell) => cell.row?.blocked_id == null)
  const ids = [...new Set(chosen.flatMap((cell) => cell.row?.blocked_id ?? []))]
  const askLift = () =>
    ask({
      title: `Desbloquear ${countText(ids.length, 'número', 'números')}`,
      text: 'Vuelven a venderse hasta donde llegue su cupo. Un bloqueo de todos los sorteos o de varias fechas se levanta entero.',
      action: 'Desbloquear',
      run: () => lift(ids),
    })
  return (
    <div className="block-bar row gap-xs" data-on={chosen.length > 0}>
      <span role="status">
        {chosen.length > 0 && `${formatCount(chosen.length)} ${chosen.length === 1 ? 'elegido' : 'elegidos'}`}
      </span>
      {free.length > 0 && (
        <Button type="primary" icon={<LockOutlined />} onClick={() => setBlocking(true)}>
          Bloquear {countText(free.length, 'número', 'números')}
        </Button>
      )}
      {ids.length > 0 && (
        <Button icon={<UnlockOutlined />} onClick={askLift}>
          Desbloquear {formatCount(ids.length)}
        </Button>
      )}
      {chosen.length > 0 && (
        <Button type="text" onClick={clear}>
          Quitar selección
        </Button>
      )}
      {blocking && (
        <BlockDialog
          cells={free}
          choices={choices}
          partner_id={partner_id}
          onClose={() => setBlocking(false)}
          onDone={() => {
            setBlocking(false)
            clear()
          }}
        />
      )}
      {dialog}
    </div>
  )
}
