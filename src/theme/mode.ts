/** Light or dark: the person's choice, kept in this browser, or the system's. */
import type { ThemeConfig } from 'antd'
import { useSyncExternalStore } from 'react'
import { themeTokens } from './antd-theme.ts'
import { palette, type Mode } from './tokens.ts'

export type ModeChoice = Mode | 'system'

const storageKey = 'sorteo:theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')
const still = window.matchMedia('(prefers-reduced-motion: reduce)')
const watchers = new Set<() => void>()
let choice = readChoice()

function readChoice(): ModeChoice {
  try {
    const kept = localStorage.getItem(storageKey)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

function currentMode(): Mode {
  if (choice !== 'system') return choice
  return system.matches ? 'dark' : 'light'
}

/** Puts the mode on the document: stylesheets and the browser's own bars follow it. */
export function applyMode(): void {
  const mode = currentMode()
  document.documentElement.dataset.theme = mode
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', palette[mode].surface)
    meta.removeAttribute('media')
  }
}

function changed(): void {
  applyMode()
  for (const watcher of watchers) watcher()
}

/** Chooses for this browser. */
export function chooseMode(next: ModeChoice): void {
  choice = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // A browser that keeps nothing still changes for now.
  }
  changed()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The mode on screen. */
export function useMode(): Mode {
  return useSyncExternalStore(watch, currentMode)
}

/** What the person chose. */
export function useModeChoice(): ModeChoice {
  return useSyncExternalStore(watch, () => choice)
}

/** antd's theme for a mode, and for whether things move on this system. */
export function themeFor(mode: Mode): ThemeConfig {
  return themeTokens(mode, !still.matches)
}

system.addEventListener('change', changed)
window.addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return
  choice = readChoice()
  changed()
})
