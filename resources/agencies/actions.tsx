/** What may be done with an agency, as the server says on each row, and the questions before it is done. */
import {
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  PauseCircleOutlined,
  PlayCircleOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { agencies, type AgencyRow } from '@contract/agencies.ts'
import { partners } from '@contract/partners.ts'
import { formatCount } from '@contract/values/money.ts'
import { useNotice } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useConfirm, type Confirmation } from '@/kit/page/confirm.tsx'
import type { RowAction } from '@/kit/table/actions.tsx'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { bodyOfAgency } from './values.ts'
import { agencyDialogs, agencyPaths } from './paths.ts'

export interface AgencyActions {
  /** In the order of the menu; only what the row allows. */
  actionsOf: (row: AgencyRow) => RowAction[]
  /** Render it once. */
  dialog: ReactNode
}

function officesText(count: number): string {
  return count === 1 ? 'Su taquilla' : `Sus ${formatCount(count)} taquillas`
}

/** What switching an agency on or off does, before it is done. */
function statusConfirmation(row: AgencyRow, run: () => Promise<unknown>): Confirmation {
  const active = row.status === 'activo'
  const next = active ? 'inactivo' : 'activo'
  const offices =
    row.offices === 0
      ? 'No tiene taquillas.'
      : active
        ? `${officesText(row.offices)} dejan de vender en el acto.`
        : `${officesText(row.offices)} pueden vender de nuevo, si están activas.`
  return {
    title: `${active ? 'Desactivar' : 'Activar'} ${row.name}`,
    text: active ? `${offices} Los tickets ya vendidos siguen valiendo y sus premios se pagan.` : offices,
    effects: [{ label: 'Estado', before: <ActiveTag status={row.status} />, after: <ActiveTag status={next} /> }],
    action: active ? 'Desactivar' : 'Activar',
    danger: active,
    run,
  }
}

/** The server offers it only for an agency that nothing hangs from; if that changes meanwhile it deactivates. */
function removalConfirmation(row: AgencyRow, run: () => Promise<unknown>): Confirmation {
  return {
    title: `Eliminar ${row.name}`,
    text: 'Nunca ha vendido y no tiene taquillas ni usuarios. Se elimina con su configuración de jugadas, sus cupos y sus comisiones. No se puede deshacer.',
    effects: [{ label: `Agencia ${row.code}`, before: <ActiveTag status={row.status} />, after: 'Ya no existe' }],
    action: 'Eliminar',
    danger: true,
    run,
  }
}

/** `onRemoved` runs when the agency no longer exists. */
export function useAgencyActions(onRemoved?: () => void): AgencyActions {
  const navigate = useNavigate()
  const [, setDialog] = useUrlState(agencyDialogs)
  const [ask, dialog] = useConfirm()
  const notice = useNotice()
  const update = useAction(agencies.update, { invalidates: [agencies, partners] })
  const remove = useAction(agencies.remove, { invalidates: [agencies, partners], success: false })

  const switchStatus = (row: AgencyRow) =>
    ask(
      statusConfirmation(row, () =>
        update.run({
          params: { id: row.id },
          body: { ...bodyOfAgency(row), status: row.status === 'activo' ? 'inactivo' : 'activo' },
        }),
      ),
    )
  const removeAgency = (row: AgencyRow) =>
    ask(
      removalConfirmation(row, async () => {
        const answer = await remove.run({ params: { id: row.id } })
        if (answer === undefined) return false
        notice.success(
          answer.result === 'eliminada'
            ? `${row.name} se eliminó.`
            : `${row.name} ya tiene actividad: quedó desactivada.`,
        )
        if (answer.result === 'eliminada') onRemoved?.()
        return true
      }),
    )

  const all: Record<AgencyRow['actions'][number], (row: AgencyRow) => RowAction> = {
    update: (row) => ({
      key: 'update',
      label: 'Editar',
      icon: <EditOutlined />,
      onSelect: () => void navigate(agencyPaths.general(row.id)),
    }),
    clone: (row) => ({
      key: 'clone',
      label: 'Clonar',
      icon: <CopyOutlined />,
      onSelect: () => setDialog({ clone: row.id }, { keep_page: true }),
    }),
    responsible: (row) => ({
      key: 'responsible',
      label: 'Responsable de pago',
      icon: <UserSwitchOutlined />,
      onSelect: () => setDialog({ responsible: row.id }, { keep_page: true }),
    }),
    activate: (row) => ({
      key: 'activate',
      label: 'Activar',
      icon: <PlayCircleOutlined />,
      apart: true,
      onSelect: () => switchStatus(row),
    }),
    deactivate: (row) => ({
      key: 'deactivate',
      label: 'Desactivar',
      icon: <PauseCircleOutlined />,
      apart: true,
      onSelect: () => switchStatus(row),
    }),
    remove: (row) => ({
      key: 'remove',
      label: 'Eliminar',
      icon: <DeleteOutlined />,
      danger: true,
      onSelect: () => removeAgency(row),
    }),
  }
  const order = ['update', 'clone', 'responsible', 'activate', 'deactivate', 'remove'] as const
  return {
    actionsOf: (row) => order.filter((one) => row.actions.includes(one)).map((one) => all[one](row)),
    dialog,
  }
}
