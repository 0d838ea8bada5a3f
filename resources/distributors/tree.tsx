/**
 * The network as a tree: each level is asked for when it is opened. What is open, and who is chosen or was looked for,
 * are in the address. Arrows move and open. Where there is room, what lies below whoever is chosen is listed beside it,
 * and Enter chooses; where there is none, Enter opens the record.
 */
import { Flex, Tree, Typography } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentRef, type ReactNode } from 'react'
import { z } from 'zod'
import { id, commaList, pageLimits } from '@contract/endpoint.ts'
import { partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { useRoomBelow } from '@/kit/page/room-below.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { ActionsMenu } from '@/kit/table/actions.tsx'
import { useBroad } from '@/kit/table/phone.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { ActiveTag } from '@/kit/values/status-tag.tsx'
import { Unbroken } from '@/kit/values/unbroken.tsx'
import { AffiliatesBelow } from './below.tsx'
import { affiliateAmounts, useAffiliateLinks, type Affiliate, type AffiliateLinks } from './affiliate-links.ts'
import { useLevels, type TreeLevel, type Levels } from './levels.ts'

const title = 'Árbol de afiliados'
/** Pixels of a line: the box is of whole ones. */
const lineHeight = 30
const schema = z.object({ at: id.optional(), open: commaList(id).default([]) })

interface Node {
  key: string
  title: ReactNode
  isLeaf: boolean
  selectable: boolean
  children?: Node[]
}

function Title({
  one,
  found,
  doors,
  beside,
}: {
  one: Affiliate
  found: boolean
  doors: AffiliateLinks
  beside: boolean
}) {
  const { status, children = 0 } = one
  const facts = beside
    ? children > 0 && formatCount(children)
    : [
        partnerTypeLabels[one.type],
        ...(children > 0 ? [countText(children, 'dependiente', 'dependientes')] : []),
        ...affiliateAmounts(one),
      ].join(' · ')
  return (
    <Flex align="center" gap="small" data-affiliate={one.id}>
      <Flex align="center" gap="small" wrap={!beside}>
        <Typography.Text strong={found} mark={found && !beside}>
          {one.name}
        </Typography.Text>
        {status === 'inactivo' && <ActiveTag status={status} />}
        {facts && (
          <Typography.Text type="secondary" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <Unbroken text={facts} />
          </Typography.Text>
        )}
      </Flex>
      {!beside && (
        // A press on the menu is no press on its affiliate.
        <span role="presentation" onClick={(event) => event.stopPropagation()}>
          <ActionsMenu name={one.name} actions={doors.actionsOf(one)} />
        </span>
      )}
    </Flex>
  )
}

const hasBelow = ({ type, children }: Affiliate): boolean => type !== 'taquilla' && children !== 0

/** What stands where the rest of a level is not there yet. */
function restOf(partner_id: number, { rows, total, state }: TreeLevel): Node[] {
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
  doors: AffiliateLinks
  beside: boolean
}

function nodeOf(one: Affiliate, drawn: Drawn): Node {
  const { levels, at, doors, beside } = drawn
  const level = levels.of(one.id)
  return {
    key: String(one.id),
    title: <Title one={one} found={one.id === at} doors={doors} beside={beside} />,
    isLeaf: !hasBelow(one),
    selectable: beside || doors.hrefOf(one) !== null,
    ...(level &&
      hasBelow(one) && {
        children: [...level.rows.map((row) => nodeOf(row, drawn)), ...restOf(one.id, level)],
      }),
  }
}

/** Who of the open levels is above the affiliate, nearest first. */
function aboveIn(rows: ReadonlyMap<number, Affiliate>, own: number): number[] {
  const father = rows.get(own)?.father_id ?? null
  return father === null ? [] : [father, ...aboveIn(rows, father)]
}

/**
 * Whose way is open, and who stands first on each of its levels: whoever the address named, until it names somebody who
 * is not in sight. What of the way is closed by hand stays closed.
 */
function useLed(at: number | undefined) {
  const [led, setLed] = useState<{ at: number | undefined; closed: readonly number[] }>({ at, closed: [] })
  const [seen, setSeen] = useState(at)
  const path = usePartnerPath(led.at)
  const way = useMemo(
    () => (led.at === undefined ? [] : path.flatMap((step) => (step.unplaced ? [] : [step.id]))),
    [path, led.at],
  )
  return {
    way,
    open: way.slice(1, -1).filter((one) => !led.closed.includes(one)),
    close: (closed: readonly number[]) => setLed({ ...led, closed }),
    follow: (inSight: (id: number) => boolean) => {
      if (at === seen) return
      setSeen(at)
      if (at !== undefined && at !== led.at && !inSight(at)) setLed({ at, closed: [] })
    },
  }
}

export function AffiliateTree() {
  const { partner_id, partner_name, partner_type } = useSession()
  const [{ at, open }, set] = useUrlState(schema)
  const links = useAffiliateLinks()
  const beside = useBroad()
  const led = useLed(at)
  const opened = [...new Set([partner_id, ...open, ...led.open])]
  const levels = useLevels(opened, led.way)
  const root: Affiliate = { id: partner_id, name: partner_name, type: partner_type as PartnerType }
  const rows = new Map([root, ...opened.flatMap((one) => levels.of(one)?.rows ?? [])].map((one) => [one.id, one]))
  led.follow((one) => rows.has(one))
  const frame = useRef<HTMLDivElement>(null)
  const tree = useRef<ComponentRef<typeof Tree<Node>>>(null)
  const box = useRef<HTMLDivElement>(null)
  const room = useRoomBelow(box)
  const whole = room - (room % lineHeight)

  // The box that hears the keys is named in English by the library, which offers no other word for it.
  useEffect(() => {
    const keys = frame.current?.querySelector('.ant-tree input')
    keys?.setAttribute('aria-label', `${title}: flechas para moverse, Entrar para ${beside ? 'elegir' : 'abrir'}`)
  }, [beside])

  const there = at !== undefined && rows.has(at)
  useEffect(() => {
    if (!there) return
    // The tree draws what was opened a moment after it is told, and of a long level only what is in its box.
    const frames = requestAnimationFrame(() => {
      tree.current?.scrollTo({ key: String(at), align: 'auto' })
      frame.current?.querySelector(`[data-affiliate="${at}"]`)?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frames)
  }, [there, at])

  const choose = useCallback(
    (chosen: number | undefined) => set({ at: chosen === partner_id ? undefined : chosen }),
    [set, partner_id],
  )
  const select = (key: string) => {
    const [what, own] = key.split(':')
    if (what === 'more') levels.more(Number(own))
    else if (what === 'retry') levels.of(Number(own))?.retry()
    else if (beside) choose(Number(key))
    else {
      const href = links.hrefOf(rows.get(Number(key)) ?? root)
      if (href) links.go(href)
    }
  }
  const expand = (ids: readonly number[]) => {
    led.close(led.way.filter((one) => !ids.includes(one)))
    // Whoever is chosen does not go out of sight: closed above it, that is chosen.
    const above = at === undefined || !beside ? undefined : aboveIn(rows, at).find((one) => !ids.includes(one))
    set({ open: ids.filter((one) => one !== partner_id), ...(above !== undefined && { at: above }) }, { replace: true })
  }
  const navigator = (
    <Flex vertical gap="small" ref={frame}>
      <PartnerSelect
        value={at}
        onChange={choose}
        placeholder="Buscar en el árbol"
        label="Buscar un afiliado en el árbol"
      />
      <div ref={box}>
        <Tree<Node>
          ref={tree}
          virtual
          height={whole}
          blockNode
          showLine
          motion={false}
          aria-label={title}
          style={{ padding: 'var(--ant-padding-sm)' }}
          treeData={[nodeOf(root, { levels, at: at ?? (beside ? partner_id : undefined), doors: links, beside })]}
          expandedKeys={opened.map(String)}
          selectedKeys={beside ? [String(at ?? partner_id)] : []}
          onExpand={(keys) => expand(keys.map(Number))}
          onSelect={(_keys, { node }) => select(node.key)}
        />
      </div>
    </Flex>
  )
  if (!beside) return navigator
  const chosen = at ?? partner_id
  return (
    <Flex gap="middle" align="flex-start">
      <div style={{ flex: '0 0 264px', minWidth: 0, position: 'sticky', top: 'var(--ant-padding)' }}>{navigator}</div>
      <div style={{ flex: 1, minWidth: 0 }}>
        <AffiliatesBelow id={chosen} one={rows.get(chosen)} doors={links} onChoose={choose} />
      </div>
    </Flex>
  )
}
