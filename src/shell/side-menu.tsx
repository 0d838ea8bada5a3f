/** The menu: sections that fold, each a list of links. Collapsed, a rail of icons that open their section beside it. */
import { DownOutlined } from '@ant-design/icons'
import { Badge, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { isUnder, type MenuItem, type MenuSection } from './menu.ts'
import { useMenuCounts, type MenuCount } from './menu-counts.ts'
import { useParts } from './parts.ts'
import { SectionIcon } from './menu-icons.tsx'
import { readSetting, writeSetting } from '../kit/page/settings.ts'
import './shell.css'

interface SideMenuProps {
  sections: readonly MenuSection[]
  collapsed?: boolean
  /** After a link was followed: the phone's drawer closes. */
  onNavigate?: () => void
}

export function SideMenu({ sections, collapsed = false, onNavigate }: SideMenuProps) {
  const [folded, setFolded] = useState<readonly string[]>(() => readSetting<string[]>('menu-folded', []))
  const counts = useMenuCounts()
  const toggle = (key: string) => {
    const next = folded.includes(key) ? folded.filter((one) => one !== key) : [...folded, key]
    setFolded(next)
    writeSetting('menu-folded', next)
  }
  return (
    <nav
      className={collapsed ? 'sorteo-menu stack gap-xxs sorteo-menu-rail' : 'sorteo-menu stack gap-xxs'}
      aria-label="Menú principal"
    >
      {sections.map((section) =>
        collapsed ? (
          <RailSection key={section.key} section={section} counts={counts} />
        ) : (
          <OpenSection
            key={section.key}
            section={section}
            counts={counts}
            open={!folded.includes(section.key)}
            onToggle={() => toggle(section.key)}
            {...(onNavigate && { onNavigate })}
          />
        ),
      )}
    </nav>
  )
}

type Counts = ReturnType<typeof useMenuCounts>

interface OpenSectionProps {
  section: MenuSection
  counts: Counts
  open: boolean
  onToggle: () => void
  onNavigate?: () => void
}

function OpenSection({ section, counts, open, onToggle, onNavigate }: OpenSectionProps) {
  const list = `sorteo-menu-${section.key}`
  return (
    <div>
      <button
        type="button"
        className="sorteo-menu-heading line full gap-sm plain-button sorteo-muted"
        aria-expanded={open}
        aria-controls={list}
        onClick={onToggle}
      >
        <SectionIcon section={section.key} />
        <span>{section.label}</span>
        <DownOutlined className="push" style={{ fontSize: 10 }} rotate={open ? 0 : -90} aria-hidden="true" />
      </button>
      <ul id={list} className="plain-list" hidden={!open}>
        <Items items={section.items} counts={counts} {...(onNavigate && { onNavigate })} />
      </ul>
    </div>
  )
}

function RailSection({ section, counts }: { section: MenuSection; counts: Counts }) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const here = section.items.some(({ path }) => isUnder(pathname, path))
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="rightTop"
      arrow={false}
      getPopupContainer={(trigger) => trigger.closest('nav') ?? document.body}
      title={section.label}
      content={
        <ul className="sorteo-menu-flyout plain-list">
          <Items items={section.items} counts={counts} onNavigate={() => setOpen(false)} />
        </ul>
      }
    >
      <button
        type="button"
        className={`sorteo-menu-heading plain-button middle sorteo-muted${here ? ' sorteo-menu-here' : ''}`}
        aria-label={section.label}
        aria-expanded={open}
      >
        <Tooltip title={open ? '' : section.label} placement="right">
          <span>
            <SectionIcon section={section.key} />
          </span>
        </Tooltip>
      </button>
    </Popover>
  )
}

/** Of several screens behind one item all that waits, each in its words. */
function addedUp(counts: readonly MenuCount[]): MenuCount | undefined {
  if (counts.length < 2) return counts[0]
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    text: counts.map(({ text }) => text).join(' y '),
  }
}

interface ItemsProps {
  items: readonly MenuItem[]
  counts: Counts
  onNavigate?: () => void
}

function Items({ items, counts, onNavigate }: ItemsProps) {
  const { pathname } = useLocation()
  const { preload } = useParts()
  const waiting = ({ screens }: MenuItem) => addedUp(screens.flatMap(({ key }) => counts[key] ?? []))
  return items.map((item) => (
    <li key={item.path}>
      {item.disabled ? (
        <span
          className="sorteo-menu-item line sorteo-muted sorteo-menu-disabled"
          aria-disabled="true"
          title="Desactivado por la banca"
        >
          {item.label}
        </span>
      ) : (
        <Link
          className="sorteo-menu-item line"
          to={item.to}
          aria-current={isUnder(pathname, item.path) ? 'page' : undefined}
          onPointerEnter={() => void preload(item.to)}
          onFocus={() => void preload(item.to)}
          onClick={onNavigate}
        >
          {item.label}
          <Waiting what={waiting(item)} />
        </Link>
      )}
    </li>
  ))
}

function Waiting({ what }: { what: MenuCount | undefined }) {
  if (!what) return null
  return (
    <>
      <span style={{ marginInlineStart: 'auto' }} aria-hidden="true">
        <Badge color="var(--ant-color-warning)" count={what.count} overflowCount={999} size="small" />
      </span>
      <span className="sorteo-unseen">, {what.text}</span>
    </>
  )
}
