/**
 * The network as a tree: each level is asked for when it is opened. What is open, and who was looked for, are in the
 * address. Arrows move and open, Enter opens the record.
 */
import { Flex, Grid, theme, Tree, Typography } from 'antd'
import { useEffect, useMemo, useRef, useState, type ComponentRef, type ReactNode } from 'react'
import { useNavigation } from '@refinedev/core'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { firstRole } from '@contract/access/rules.ts'
import { agencies } from '@contract/agencies.ts'
import { distributors } from '@contract/distributors.ts'
import { id, listOf, pageLimits } from '@contract/endpoint.ts'
import { fatherTypes, partnerTypeLabels, partnerTypes, type DirectRow, type PartnerType } from '@contract/partners.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { sumsText } from '@contract/values/sums.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { users } from '@contract/users.ts'
import { useCan, useSession } from '@providers/session.ts'
import { useRoomBelow } from '@/kit/page/room-below.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { newText, type NewState } from '@/kit/screen/registry.ts'
import { ActionsMenu, type RowAction } from '@/kit/table/actions.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { Unbroken } from '@/kit/values/unbroken.tsx'
import { useLevels, type Level, type Levels } from './levels.ts'

const title = 'Árbol de afiliados'
const schema = z.object({ at: id.optional(), open: listOf(id).default([]) })

/** What a node says of an affiliate; of the user's own less is known. */
type Affiliate = Pick<DirectRow, 'id' | 'name' | 'type'> & Partial<DirectRow>

interface Node {
  key: string
  title: ReactNode
  isLeaf: boolean
  selectable: boolean
  children?: Node[]
}

/** What may be made under whom. */
const makes = [
  { of: 'distributors', entity: distributors, one: 'distribuidor', under: fatherTypes.distribuidor, returns: false },
  { of: 'agencies', entity: agencies, one: 'agencia', feminine: true, under: fatherTypes.agencia, returns: false },
  { of: 'offices', entity: ticketOffices, one: 'taquilla', feminine: true, under: fatherTypes.taquilla, returns: true },
  { of: 'users', entity: users, one: 'usuario', under: partnerTypes, returns: true },
] as const
type Made = (typeof makes)[number]

/** Where an affiliate is opened, and what may be made under it. */
function useDoors() {
  const { createUrl, showUrl } = useNavigation()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const offices = useCan(ticketOffices.show.access)
  const may = {
    distributors: useCan(distributors.create.access),
    agencies: useCan(agencies.create.access),
    offices: useCan(ticketOffices.create.access),
    users: useCan(users.create.access),
  }
  const hrefOf = ({ id: own, type }: Affiliate) =>
    type === 'distribuidor'
      ? showUrl(distributors.name, own)
      : type === 'agencia'
        ? showUrl(agencies.name, own)
        : type === 'taquilla' && offices
          ? showUrl(ticketOffices.name, own)
          : null
  // What is made without a page of its own leads back to where it hangs.
  const made = (what: Made, { id: own, type }: Affiliate): RowAction => {
    const state: NewState = {
      start: what.entity === users ? { partner_id: own, role: firstRole[type] } : { father_id: own },
      ...(what.returns && { back: `${pathname}?at=${own}` }),
    }
    const to = { pathname: createUrl(what.entity.name), search: what.entity === distributors ? search : '' }
    return { key: what.entity.name, label: `${newText(what)} aquí`, onSelect: () => void navigate(to, { state }) }
  }
  const actionsOf = (one: Affiliate): RowAction[] =>
    one.status === 'inactivo'
      ? []
      : makes.filter(({ under, of }) => under.includes(one.type) && may[of]).map((what) => made(what, one))
  return { hrefOf, actionsOf, go: (href: string) => void navigate(href) }
}
type Doors = ReturnType<typeof useDoors>

/** Where there is room, what it sold and owes stand under one another; of the user's own neither is told. */
const amounts = [
  { title: 'Venta de hoy', width: 165, of: ({ sold_today }: Affiliate) => sold_today, word: 'hoy', none: 'hoy nada' },
  { title: 'Saldo', width: 350, of: ({ balance }: Affiliate) => balance, word: 'saldo', none: null },
] as const
const figures = { fontVariantNumeric: 'tabular-nums' } as const
const cell = (width: number) => ({ ...figures, width, flex: 'none', textAlign: 'right' }) as const

function Title({ one, found, doors, wide }: { one: Affiliate; found: boolean; doors: Doors; wide: boolean }) {
  const { status, children = 0 } = one
  const inWords = amounts.flatMap(({ of, word, none }) => {
    const found = of(one)
    return !found ? [] : found.length > 0 ? [`${word} ${sumsText(found)}`] : none ? [none] : []
  })
  const facts = [
    partnerTypeLabels[one.type],
    ...(children > 0 ? [countText(children, 'dependiente', 'dependientes')] : []),
    ...(wide ? [] : inWords),
  ]
  return (
    <Flex align="center" gap="small" data-affiliate={one.id}>
      <Flex align="center" gap="small" wrap>
        <Typography.Text strong={found} mark={found}>
          {one.name}
        </Typography.Text>
        {status === 'inactivo' && <ActiveTag status={status} />}
        <Typography.Text type="secondary" style={figures}>
          <Unbroken text={facts.join(' · ')} />
        </Typography.Text>
      </Flex>
      {/* A press on the menu is no press on its affiliate. */}
      <span role="presentation" onClick={(event) => event.stopPropagation()}>
        <ActionsMenu name={one.name} actions={doors.actionsOf(one)} />
      </span>
      {wide && (
        <Flex flex="auto" justify="end" gap="middle">
          {amounts.map(({ title, width, of }) => (
            <Typography.Text key={title} style={cell(width)} aria-label={`${title}: ${sumsText(of(one) ?? [])}`}>
              {of(one)?.length ? <Unbroken text={sumsText(of(one)!)} /> : of(one) && '—'}
            </Typography.Text>
          ))}
        </Flex>
      )}
    </Flex>
  )
}

/** What the columns of amounts are; each row says it by itself to whoever hears it. */
function Titles() {
  return (
    <Flex justify="end" gap="middle" aria-hidden="true">
      {amounts.map(({ title, width }) => (
        <Typography.Text key={title} type="secondary" style={cell(width)}>
          {title}
        </Typography.Text>
      ))}
    </Flex>
  )
}

const hasBelow = ({ type, children }: Affiliate): boolean => type !== 'taquilla' && children !== 0

/** What stands where the rest of a level is not there yet. */
function restOf(partner_id: number, { rows, total, state }: Level): Node[] {
  const node = (key: string, title: string) => [
    { key: `${key}:${partner_id}`, title, isLeaf: true, selectable: state !== 'loading' },
  ]
  if (state === 'failed') return node('retry', 'No se pudo cargar. Reintentar')
  if (state === 'loading') return node('loading', 'Cargando…')
  const left = total - rows.length
  return left > 0
    ? node('more', `Ver ${formatCount(Math.min(left, pageLimits.size))} más, de ${formatCount(left)}`)
    : []
}

/** What every node is drawn with. */
interface Drawn {
  levels: Levels
  at: number | undefined
  doors: Doors
  wide: boolean
}

function nodeOf(one: Affiliate, drawn: Drawn): Node {
  const { levels, at, doors, wide } = drawn
  const level = levels.of(one.id)
  return {
    key: String(one.id),
    title: <Title one={one} found={one.id === at} doors={doors} wide={wide} />,
    isLeaf: !hasBelow(one),
    selectable: doors.hrefOf(one) !== null,
    ...(level &&
      hasBelow(one) && {
        children: [...level.rows.map((row) => nodeOf(row, drawn)), ...restOf(one.id, level)],
      }),
  }
}

export function AffiliateTree() {
  const { partner_id, partner_name, partner_type } = useSession()
  const [{ at, open }, set] = useUrlState(schema)
  const doors = useDoors()
  const { token } = theme.useToken()
  const wide = Grid.useBreakpoint().xl === true
  const path = usePartnerPath(at)
  const way = useMemo(() => path.map((step) => step.id), [path])
  // The way to whoever was looked for is open; what of it is closed by hand stays closed.
  const [closed, setClosed] = useState<{ at: number | undefined; ids: readonly number[] }>({ at, ids: [] })
  const led = at === undefined ? [] : way.slice(1, -1).filter((one) => closed.at !== at || !closed.ids.includes(one))
  const opened = [...new Set([partner_id, ...open, ...led])]
  const levels = useLevels(opened, at === undefined ? [] : way)
  const frame = useRef<HTMLDivElement>(null)
  const tree = useRef<ComponentRef<typeof Tree<Node>>>(null)
  const box = useRef<HTMLDivElement>(null)
  const room = useRoomBelow(box)

  // The box that hears the keys is named in English by the library, which offers no other word for it.
  useEffect(() => {
    const keys = frame.current?.querySelector('.ant-tree input')
    keys?.setAttribute('aria-label', `${title}: flechas para moverse, Entrar para abrir`)
  }, [])

  const there = at !== undefined && levels.of(way.at(-2) ?? partner_id)?.rows.some((row) => row.id === at)
  useEffect(() => {
    if (!there) return
    // The tree draws what was opened a moment after it is told, and of a long level only what is in its box.
    const frames = requestAnimationFrame(() => {
      tree.current?.scrollTo({ key: String(at), align: 'auto' })
      frame.current?.querySelector(`[data-affiliate="${at}"]`)?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frames)
  }, [there, at])

  const root: Affiliate = { id: partner_id, name: partner_name, type: partner_type as PartnerType }
  const select = (key: string) => {
    const [what, own] = key.split(':')
    if (what === 'more') levels.more(Number(own))
    else if (what === 'retry') levels.of(Number(own))?.retry()
    else {
      const type = opened.flatMap((one) => levels.of(one)?.rows ?? []).find((row) => row.id === Number(key))
      const href = doors.hrefOf(type ?? root)
      if (href) doors.go(href)
    }
  }
  return (
    <Flex vertical gap="middle" ref={frame}>
      <PartnerSelect
        value={at}
        onChange={(chosen) => set({ at: chosen })}
        placeholder="Buscar en el árbol"
        label="Buscar un afiliado en el árbol"
      />
      {wide && (
        <div style={{ paddingInlineEnd: token.paddingSM + token.paddingXS, marginBottom: -token.marginXS }}>
          <Titles />
        </div>
      )}
      <div ref={box}>
        <Tree<Node>
          ref={tree}
          virtual
          height={room}
          blockNode
          showLine
          motion={false}
          aria-label={title}
          style={{ padding: token.paddingSM }}
          treeData={[nodeOf(root, { levels, at, doors, wide })]}
          expandedKeys={opened.map(String)}
          selectedKeys={[]}
          onExpand={(keys) => {
            const ids = keys.map(Number)
            setClosed({ at, ids: way.filter((one) => !ids.includes(one)) })
            set({ open: ids.filter((one) => one !== partner_id) }, { replace: true })
          }}
          onSelect={(_keys, { node }) => select(node.key)}
        />
      </div>
    </Flex>
  )
}
