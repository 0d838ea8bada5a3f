/** What may be done with a product, as the server says on each row, and the questions before it is done. */
import { DeleteOutlined, EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { draws } from '@contract/draws.ts'
import { general } from '@contract/general.ts'
import { product, products, type ProductRow } from '@contract/products.ts'
import { formatCount } from '@contract/values/money.ts'
import { ProblemError } from '@providers/http.ts'
import { useNotice } from '@providers/notifications.ts'
import { useAction, useReadOnce } from '@providers/queries.ts'
import { useConfirm, type Confirmation } from '@/kit/page/confirm.tsx'
import type { RowAction } from '@/kit/table/actions.tsx'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { productPaths } from './paths.ts'
import { bodyOf } from './values.ts'

/** What a saved product changes: lists of products, and the draws made from it. */
export const touched = [products, general, draws]

export interface ProductActions {
  /** In the order of the menu; only what the row allows. */
  actionsOf: (row: ProductRow) => RowAction[]
  /** Render it once. */
  dialog: ReactNode
}

function statusConfirmation(row: ProductRow, run: () => Promise<unknown>): Confirmation {
  const active = row.status === 'activo'
  return {
    title: `${active ? 'Desactivar' : 'Activar'} ${row.name}`,
    text: active
      ? 'Deja de venderse en el acto y sus sorteos futuros sin ventas se quitan. Lo vendido se premia y se paga igual.'
      : 'Sus sorteos de los próximos días se crean según el horario, y las taquillas que lo tienen habilitado pueden venderlo.',
    effects: [
      {
        label: 'Estado',
        before: <ActiveTag status={row.status} />,
        after: <ActiveTag status={active ? 'inactivo' : 'activo'} />,
      },
      ...(active
        ? [
            {
              label: 'Sorteos de hoy',
              before: formatCount(row.draws_today),
              after: 'Solo los que ya pasaron o tienen ventas',
            },
          ]
        : []),
    ],
    action: active ? 'Desactivar' : 'Activar',
    danger: active,
    run,
  }
}

/** The server offers it only for a product that never sold; if something else speaks of it, it deactivates. */
function removalConfirmation(row: ProductRow, run: () => Promise<unknown>): Confirmation {
  return {
    title: `Eliminar ${row.name}`,
    text: 'Nunca ha vendido. Se elimina con su horario, sus jugadas, sus símbolos y sus sorteos. No se puede deshacer.',
    effects: [{ label: `Producto ${row.code}`, before: <ActiveTag status={row.status} />, after: 'Ya no existe' }],
    action: 'Eliminar',
    danger: true,
    run,
  }
}

/** `onRemoved` runs when the product no longer exists. */
export function useProductActions(onRemoved?: () => void): ProductActions {
  const navigate = useNavigate()
  const [ask, dialog] = useConfirm()
  const notice = useNotice()
  const read = useReadOnce(products.show)
  const update = useAction(products.update, { invalidates: touched })
  const remove = useAction(products.remove, { invalidates: touched, success: false })

  const switchStatus = (row: ProductRow) =>
    ask(
      statusConfirmation(row, async () => {
        try {
          const current = product.parse(await read({ params: { id: row.id } }))
          return await update.run({
            params: { id: row.id },
            body: { ...bodyOf(current), status: row.status === 'activo' ? 'inactivo' : 'activo' },
          })
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error
          notice.error(error)
          return false
        }
      }),
    )
  const removeProduct = (row: ProductRow) =>
    ask(
      removalConfirmation(row, async () => {
        const answer = await remove.run({ params: { id: row.id } })
        if (answer === undefined) return false
        notice.success(
          answer.result === 'eliminado'
            ? `${row.name} se eliminó.`
            : `${row.name} ya se usa en la banca: quedó desactivado.`,
        )
        if (answer.result === 'eliminado') onRemoved?.()
        return true
      }),
    )

  const all: Record<ProductRow['actions'][number], (row: ProductRow) => RowAction> = {
    update: (row) => ({
      key: 'update',
      label: 'Editar',
      icon: <EditOutlined />,
      onSelect: () => void navigate(productPaths.tab(row.id, 'general')),
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
      onSelect: () => removeProduct(row),
    }),
  }
  const order = ['update', 'activate', 'deactivate', 'remove'] as const
  return { actionsOf: (row) => order.filter((one) => row.actions.includes(one)).map((one) => all[one](row)), dialog }
}
