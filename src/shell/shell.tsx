/** The frame around every screen: menu, header, content, and what opens over them. */
import { Drawer } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { allows } from '@contract/access/rules.ts'
import { sections as allSections } from '@contract/access/screens.ts'
import { nameAddress } from '@providers/banca-address.ts'
import { useSession } from '@providers/session.ts'
import { ArrivalFocus } from './arrival-focus.tsx'
import { FileToasts } from './file-toasts.tsx'
import { FirstLook } from './first-look.tsx'
import { ForeignLink, useForeignDatabase } from './foreign-link.tsx'
import { Header } from './header.tsx'
import { WithHelp } from './help-panel.tsx'
import { Mark } from './mark.tsx'
import { menuFor } from './menu.ts'
import { CommandPalette } from './palette.tsx'
import { useParts } from './parts.ts'
import { Refusal } from './refusal.tsx'
import { ScreenRoutes } from './routes.tsx'
import { SessionEnded } from './session-ended.tsx'
import { changePath } from '../kit/page/go-to-banca.ts'
import { openOtherBancas, useOtherBancas } from '../kit/page/other-bancas.ts'
import { useCommandKey, usePlainKey } from '../kit/page/plain-key.ts'
import { readSetting, writeSetting } from '../kit/page/settings.ts'
import { useMenuBeside } from '../kit/table/phone.ts'
import { ShortcutsHelp } from './shortcuts.tsx'
import { SideMenu } from './side-menu.tsx'
import { SkipLinks } from './skip-links.tsx'
import { TakenOver } from './taken-over.tsx'
import './shell.css'

/** Whoever has a password of somebody else's chooses their own before anything else. */
export function Shell() {
  return (
    <>
      <Inside />
      <SessionEnded />
      <TakenOver />
    </>
  )
}

function Inside() {
  const { FirstPassword } = useParts()
  const { password_must_change } = useSession()
  if (!password_must_change) return <Frame />
  return (
    <Suspense fallback={<FirstLook />}>
      <FirstPassword />
    </Suspense>
  )
}

function Frame() {
  const user = useSession()
  const wide = useMenuBeside()
  const [collapsed, setCollapsed] = useState(() => readSetting('menu-collapsed', false))
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const [help, setHelp] = useState(false)
  const sections = useMemo(() => menuFor(user, allSections), [user])
  const closePalette = useCallback(() => setPalette(false), [])
  const closeShortcuts = useCallback(() => setShortcuts(false), [])
  useCommandKey('k', () => setPalette(true))
  usePlainKey('?', () => setShortcuts(true), 'everywhere')
  const toggleMenu = () => {
    if (!wide) return setDrawer(true)
    setCollapsed(!collapsed)
    writeSetting('menu-collapsed', !collapsed)
  }
  return (
    <div className={`sorteo-shell${collapsed ? ' sorteo-shell-collapsed' : ''}${wide ? '' : ' sorteo-shell-narrow'}`}>
      <SkipLinks />
      {wide && (
        <aside className="sorteo-side stack">
          <Brand collapsed={collapsed} />
          <SideMenu sections={sections} collapsed={collapsed} />
        </aside>
      )}
      <WithHelp open={help} onOpen={setHelp}>
        <Header
          menuOpen={wide ? !collapsed : drawer}
          onMenu={toggleMenu}
          onSearch={() => setPalette(true)}
          onShortcuts={() => setShortcuts(true)}
        />
        <main id="contenido" tabIndex={-1} className="sorteo-content">
          <SkipLinks inside />
          <Refusal />
          <Screens />
        </main>
      </WithHelp>
      {!wide && (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          width={280}
          title="Menú"
          styles={{ body: { padding: '8px 0' } }}
        >
          <SideMenu sections={sections} onNavigate={() => setDrawer(false)} />
        </Drawer>
      )}
      <ArrivalFocus />
      <FileToasts />
      <CounterNews />
      <ShortcutsHelp open={shortcuts} onClose={closeShortcuts} />
      <CommandPalette
        open={palette}
        onClose={closePalette}
        onChosen={() => {
          closePalette()
          closeShortcuts()
          setDrawer(false)
        }}
      />
      <OtherBancas />
    </div>
  )
}

/** The screen of the address, where that is of the banca that is open. */
function Screens() {
  const { database, many_bancas } = useSession()
  const { pathname } = useLocation()
  const foreign = useForeignDatabase()
  useEffect(() => {
    if (!foreign) nameAddress()
  }, [foreign, database, many_bancas])
  return foreign && pathname !== changePath ? <ForeignLink database={foreign} /> : <ScreenRoutes />
}

/** Its code comes when it is opened first; it stays mounted, so that it also closes gently. */
function OtherBancas() {
  const { OtherBancas: Panel } = useParts()
  const at = useOtherBancas()
  const [wanted, setWanted] = useState(false)
  if (at && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Panel at={at} onClose={() => openOtherBancas(null)} />
    </Suspense>
  )
}

const DrawToasts = lazy(() => import('./draw-toasts.tsx'))
const counterScreens = allSections.find(({ key }) => key === 'ticket-office')?.screens ?? []

/** Whoever stands at a counter's screen hears of its draws. */
function CounterNews() {
  const user = useSession()
  const { pathname } = useLocation()
  const isThere = counterScreens.some(({ path, access }) => pathname.startsWith(path) && allows(access, user))
  if (!isThere) return null
  return (
    <Suspense>
      <DrawToasts />
    </Suspense>
  )
}

function Brand({ collapsed }: { collapsed: boolean }) {
  const { pathname } = useLocation()
  return (
    <Link
      to="/"
      className="sorteo-brand ring-inside line gap-sm large"
      aria-label="Sorteo, ir al inicio"
      aria-current={pathname === '/' ? 'page' : undefined}
    >
      <Mark />
      {!collapsed && <span>Sorteo</span>}
    </Link>
  )
}
