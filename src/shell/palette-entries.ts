/** The palette's entries: the screens this person may open, what they can do from anywhere, and agencies by name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { agencies } from '@contract/agencies.ts'
import { allows } from '@contract/access/rules.ts'
import { openScreens, sections } from '@contract/access/screens.ts'
import { call } from '@providers/http.ts'
import { queryKey } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { agencyPaths } from '@resources/agencies/paths.ts'
import { builtKeys } from '@resources/index.ts'
import { chooseMode, useMode } from '@/theme/mode.ts'
import { findEntries, type PaletteEntry } from './palette-search.ts'
import { signOutPath } from './return-path.ts'

const mostAgencies = 6
const shortestSearch = 2
const pauseMs = 200

/** What fits `text`, best first. `searching` while the server looks for agencies. */
export function usePaletteEntries(text: string): { entries: PaletteEntry[]; searching: boolean } {
  const screens = useScreenEntries()
  const actions = useActionEntries()
  const { found, searching } = useAgencyEntries(text)
  const entries = useMemo(() => [...findEntries([...screens, ...actions], text), ...found], [screens, actions, found, text])
  return { entries, searching }
}

function useScreenEntries(): PaletteEntry[] {
  const user = useSession()
  const navigate = useNavigate()
  return useMemo(() => {
    const open = new Set(openScreens(user, builtKeys))
    return sections.flatMap((section) =>
      section.screens.filter((screen) => open.has(screen)).map((screen) => ({
        key: screen.key,
        group: section.label,
        label: screen.label,
        ...(screen.page && { hint: screen.page.label }),
        run: () => void navigate(screen.path),
      })),
    )
  }, [user, navigate])
}

function useActionEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const mode = useMode()
  return useMemo(() => [
    { key: 'mode', group: 'Acciones', label: mode === 'dark' ? 'Usar el tema claro' : 'Usar el tema oscuro', run: () => chooseMode(mode === 'dark' ? 'light' : 'dark') },
    { key: 'sign-out', group: 'Acciones', label: 'Cerrar sesión', run: () => void navigate(signOutPath, { state: { asked: true } }) },
  ], [navigate, mode])
}

/** Agencies whose name or code fits, asked of the server once the person pauses. */
function useAgencyEntries(text: string): { found: PaletteEntry[]; searching: boolean } {
  const user = useSession()
  const navigate = useNavigate()
  const q = useSettled(text.trim())
  const may = builtKeys.has('agencies') && allows(agencies.list.access, user)
  const enabled = may && q.length >= shortestSearch
  const args = { query: { q, per_page: mostAgencies } }
  const { data, isFetching } = useQuery({
    queryKey: queryKey(agencies.list, args),
    queryFn: ({ signal }) => call(agencies.list, args, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = useMemo(
    () => (enabled ? (data?.data ?? []) : []).map((row) => ({
      key: `agency-${row.id}`, group: 'Agencias', label: row.name, hint: row.code, run: () => void navigate(agencyPaths.general(row.id)),
    })),
    [enabled, data, navigate],
  )
  return { found, searching: may && (isFetching || q !== text.trim()) }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
