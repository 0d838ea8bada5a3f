/** The slim bar over the content: where one is, which banca, search, theme, and the person. */
import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { HelpButton } from '@/kit/page/help.tsx'
import { BancaSwitcher } from './banca-switcher.tsx'
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
      <BancaSwitcher />
      <div className="line gap-xs">
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
