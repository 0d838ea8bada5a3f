/** The slim bar over the content: where one is, which banca, search, theme, and the person. */
import { DatabaseOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useSession } from '@providers/session.ts'
import { HelpButton } from '@/kit/page/help.tsx'
import { Bell } from './bell.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ModeMenu } from './mode-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import './shell.css'

interface HeaderProps {
  menuOpen: boolean
  onMenu: () => void
  onSearch: () => void
  onShortcuts: () => void
}

export function Header({ menuOpen, onMenu, onSearch, onShortcuts }: HeaderProps) {
  const { banca_name, database } = useSession()
  const Icon = menuOpen ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <header className="sorteo-header line gap-xs">
      <Button
        type="text"
        className="sorteo-header-menu"
        aria-label={menuOpen ? 'Contraer el menú' : 'Abrir el menú'}
        aria-expanded={menuOpen}
        onClick={onMenu}
        icon={
          <>
            <Icon className="sorteo-header-fold" />
            <MenuOutlined className="sorteo-header-burger" />
          </>
        }
      />
      <Breadcrumb />
      <div className="line gap-xs">
        <Tooltip title={`Base de datos: ${database}`}>
          <span className="sorteo-header-banca line gap-xs sorteo-muted">
            <DatabaseOutlined aria-hidden="true" />
            <span className="cut">{banca_name}</span>
          </span>
        </Tooltip>
        <button
          type="button"
          className="sorteo-header-search cell line gap-xs sorteo-muted"
          onClick={onSearch}
          aria-label="Buscar pantallas y acciones"
          aria-keyshortcuts="Control+K"
        >
          <SearchOutlined aria-hidden="true" />
          <span className="sorteo-header-search-text fill">Buscar…</span>
          <kbd>Ctrl K</kbd>
        </button>
        <HelpButton />
        <Bell />
        <ModeMenu />
        <UserMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  )
}
