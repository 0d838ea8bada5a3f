/** Opening, keeping, sharing and removing the views of a screen. */
import {
  BellFilled,
  BellOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useMemo, useState, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { FileQuestion } from '@contract/files.ts'
import { morningHour, savedViewForm, savedViews, type SavedView } from '@contract/saved-views.ts'
import { useAction, type useCall } from '@providers/queries.ts'
import { Dialog } from '../page/dialog.tsx'
import { FormActions } from '../form/fields.tsx'
import { ServerFormView, useServerForm } from '../form/form.tsx'
import { FormFields } from './form-fields.tsx'
import { useConfirm } from '../page/confirm.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { ListSkeleton } from '../page/skeletons.tsx'
import '../page/parts.css'
import { useWholeItems } from '../page/whole-items.ts'

export interface SavedViewsPanelProps {
  screen: string
  call: ReturnType<typeof useCall<typeof savedViews.list>>
  /** The address as a view keeps it. */
  query: string
  /** What the screen answers as a file. */
  file?: () => FileQuestion | null
  /** The view that the address is. */
  current: SavedView | undefined
}

export function SavedViewsPanel({ screen, call, query, file, current }: SavedViewsPanelProps) {
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  const { data, error } = call
  const list = useRef<HTMLUListElement>(null)
  useWholeItems(list, ':scope > li')
  return (
    <div className="saved-views stack gap-xs" role="dialog" aria-label="Vistas guardadas">
      {!data && error && <ProblemView error={error} onRetry={() => void call.refetch()} />}
      {!data && !error && <ListSkeleton rows={3} />}
      {data?.data.length === 0 && (
        <p className="small sorteo-muted">
          Una vista guarda los filtros, el período y el orden de esta pantalla, para volver a ellos o compartirlos.
        </p>
      )}
      {data && data.data.length > 0 && (
        <ul ref={list} className="plain-list stack gap-xxs">
          {data.data.map((view) => (
            <ViewLine key={view.id} view={view} screen={screen} open={view.id === current?.id} onEdit={setEdited} />
          ))}
        </ul>
      )}
      <Button type="text" icon={<PlusOutlined />} onClick={() => setEdited('new')}>
        Guardar esta vista
      </Button>
      {edited && <ViewForm screen={screen} view={edited} query={query} file={file} onClose={() => setEdited(null)} />}
    </div>
  )
}

interface ViewLineProps {
  view: SavedView
  screen: string
  open: boolean
  onEdit: (view: SavedView) => void
}

function ViewLine({ view, screen, open, onEdit }: ViewLineProps) {
  const navigate = useNavigate()
  const [ask, dialog] = useConfirm()
  const choose = useAction(savedViews.choose, { invalidates: [savedViews], success: false })
  const remove = useAction(savedViews.remove, { invalidates: [savedViews], success: 'Vista eliminada.' })
  const follow = useAction(savedViews.follow, {
    invalidates: [savedViews],
    success: view.followed ? 'Ya no la recibe.' : 'La recibirá cada mañana en la campana.',
  })
  const { id, name, own, by, usual, sendable, followed } = view
  return (
    <li className="line gap-xxs">
      <button
        type="button"
        className="plain-button saved-view stack hovers fill"
        aria-current={open}
        onClick={() => void navigate({ search: view.query })}
      >
        <span>{name}</span>
        {!own && <span className="note">De {by}</span>}
      </button>
      <Button
        type="text"
        size="small"
        icon={usual ? <PushpinFilled /> : <PushpinOutlined />}
        aria-pressed={usual}
        aria-label={`Abrir siempre con ${name}`}
        title={usual ? 'La pantalla abre con esta vista' : 'Abrir siempre con esta vista'}
        loading={choose.pending}
        onClick={() => void choose.run({ body: { screen, view_id: usual ? null : id } })}
      />
      {sendable && (
        <Button
          type="text"
          size="small"
          icon={followed ? <BellFilled /> : <BellOutlined />}
          aria-pressed={followed}
          aria-label={`Recibir ${name} cada mañana`}
          title={
            followed
              ? 'La recibe cada mañana como archivo'
              : `Recibirla cada mañana, a las ${morningHour}, como archivo`
          }
          loading={follow.pending}
          onClick={() => void follow.run({ params: { id }, body: { follow: !followed } })}
        />
      )}
      {own && (
        <>
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={`Cambiar ${name}`}
            title="Cambiar"
            onClick={() => onEdit(view)}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`Eliminar ${name}`}
            title="Eliminar"
            onClick={() =>
              ask({
                title: `Eliminar la vista ${name}`,
                text: view.shared_with.length > 0 ? 'Quienes la comparten dejan de verla.' : 'Solo usted la ve.',
                action: 'Eliminar',
                danger: true,
                run: () => remove.run({ params: { id } }),
              })
            }
          />
        </>
      )}
      {dialog}
    </li>
  )
}

const asked = savedViewForm.omit({ query: true, file: true })

interface ViewFormProps {
  screen: string
  view: SavedView | 'new'
  query: string
  file: (() => FileQuestion | null) | undefined
  onClose: () => void
}

function ViewForm({ screen, view, query, file, onClose }: ViewFormProps) {
  const made = view === 'new'
  const [replaced, setReplaced] = useState(false)
  const start = useMemo(
    () => ({ values: made ? { name: '', shared_with: [] } : { name: view.name, shared_with: view.shared_with } }),
    [made, view],
  )
  const form = useServerForm({
    schema: asked,
    start,
    draft: made ? `view:${screen}:new` : `view:${view.id}`,
    endpoint: made ? savedViews.create : savedViews.update,
    args: (values) =>
      (made
        ? { body: { ...values, screen, query, file: file?.() } }
        : {
            params: { id: view.id },
            body: { ...values, ...(replaced ? { query, file: file?.() ?? null } : { query: view.query }) },
          }) as never,
    invalidates: [savedViews],
    onSaved: onClose,
  })
  const close = () => form.unsaved.leave(onClose)
  return (
    <Dialog
      open
      title={made ? 'Guardar esta vista' : `Cambiar ${view.name}`}
      footer={null}
      maskClosable={false}
      width={440}
      onCancel={close}
    >
      <ServerFormView form={form}>
        <FormFields own={{}} />
        {!made && view.query !== query && (
          <label className="line gap-xs">
            <Switch size="small" checked={replaced} onChange={setReplaced} /> Reemplazar sus filtros por los de ahora
          </label>
        )}
        <FormActions save="Guardar" always={replaced} onCancel={close} />
      </ServerFormView>
    </Dialog>
  )
}
