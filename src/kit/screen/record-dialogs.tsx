/** The dialogs of actions that ask more than a confirmation. Their address opens them too: `?clone=12`. */
import { Suspense, useLayoutEffect, useMemo } from 'react'
import { z } from 'zod'
import { id, type Arguments } from '@contract/endpoint.ts'
import { useCall } from '@providers/queries.ts'
import { focusBack, focusPlace } from '../page/focus-back.ts'
import { useRowWalk } from '../table/shown-rows.ts'
import { useUrlState } from '../page/url-state.ts'
import type { DialogAction, RecordRow, Registry, RegistryEntity, RegistryScreen } from './registry.ts'

/** The actions of a screen that open a dialog, by name. */
function dialogsOf<E extends RegistryEntity>({ actions = {} }: RegistryScreen<E>): [string, DialogAction<E>][] {
  return Object.entries(actions).flatMap(([name, action]) => ('dialog' in action ? [[name, action]] : []))
}

/** Which dialog is open over which record, and opening one. */
export function useDialogState<E extends RegistryEntity>(said: RegistryScreen<E>) {
  const names = useMemo(() => dialogsOf(said).map(([name]) => name), [said])
  const schema = useMemo(() => z.object(Object.fromEntries(names.map((name) => [name, id.optional()]))), [names])
  const [state, set] = useUrlState(schema)
  const name = names.find((one) => state[one] !== undefined)
  const show = (partial: Partial<typeof state>) => set(partial, { keep_page: true })
  return {
    open: name === undefined ? null : { name, id: state[name] as number },
    show: (action: string, recordId: number) => show({ [action]: recordId }),
    close: () => show(Object.fromEntries(names.map((one) => [one, undefined]))),
  }
}

interface Known {
  id: number
  actions?: readonly string[]
}

/** An address that asks for what this user may not do opens nothing. */
export function RecordDialogs<E extends RegistryEntity>({ screen: { entity, said } }: { screen: Registry<E> }) {
  const { open, show, close } = useDialogState(said)
  const isOpen = open !== null
  // It ends without closing first, so that it gives the keyboard back to nobody by itself.
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const place = focusPlace()
    return () => void requestAnimationFrame(() => focusBack(place))
  }, [isOpen])
  const args = { params: { id: open?.id ?? 0 } } as Arguments<E['show']>
  // While the next one comes, whoever goes on to it sees the one before it whole.
  const row = useCall(entity.show, args, { enabled: open !== null, keepPrevious: true }).data as
    | RecordRow<E>
    | undefined
  const idOf = (one: unknown) => {
    const { id: recordId, actions } = one as Known
    return open && actions?.includes(open.name) ? recordId : undefined
  }
  const walk = useRowWalk({
    list: entity.list,
    idOf,
    id: open?.id,
    open: (one) => open && show(open.name, (one as Known).id),
  })
  if (!open || !row || idOf(row) === undefined) return null
  const action = dialogsOf(said).find(([name]) => name === open.name)?.[1]
  return <Suspense fallback={null}>{action?.dialog(row, close, walk)}</Suspense>
}
