/** The palette's entries: the screens this person may open, what they can do from anywhere, and what is found by name or serial. */
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { allows } from '@contract/access/rules.ts'
import { openScreens, sections } from '@contract/access/screens.ts'
import { crossDb } from '@contract/cross-db.ts'
import { useSession } from '@providers/session.ts'
import { useGoToBanca } from '@/kit/page/go-to-banca.ts'
import { openOtherBancas } from '@/kit/page/other-bancas.ts'
import { chooseMode, useMode } from '@/theme/mode.ts'
import { useBancas } from './bancas.ts'
import { useDrawEntries, usePartnerEntries, useScreenPath, useTicketEntry } from './palette-lookups.ts'
import { useParts } from './parts.ts'
import { findEntries, type PaletteEntry } from './palette-search.ts'
import { signOutPath } from './return-path.ts'

/** What fits `text`, best first. `searching` while the server looks for partners. */
export function usePaletteEntries(text: string): { entries: PaletteEntry[]; searching: boolean } {
  const screens = useScreenEntries()
  const actions = useActionEntries()
  const bancas = useBancaEntries()
  const ticket = useTicketEntry(text)
  const draws = useDrawEntries(text)
  const { found, searching } = usePartnerEntries(text)
  const entries = useMemo(
    // What exists before what could be: whether there is such a ticket is known when it is opened.
    () => [...findEntries([...screens, ...bancas, ...actions], text), ...draws, ...found, ...ticket],
    [ticket, screens, bancas, actions, draws, found, text],
  )
  return { entries, searching }
}

function useScreenEntries(): PaletteEntry[] {
  const user = useSession()
  const navigate = useNavigate()
  return useMemo(() => {
    const open = new Set(openScreens(user))
    return sections.flatMap((section) =>
      section.screens
        .filter((screen) => open.has(screen))
        .map((screen) => ({
          key: screen.key,
          group: section.label,
          label: screen.label,
          ...(screen.page && { hint: screen.page.label }),
          run: () => void navigate(screen.path),
        })),
    )
  }, [user, navigate])
}

/** Those one can go to now, and the panel of all. */
function useBancaEntries(): PaletteEntry[] {
  const user = useSession()
  const { bancas } = useBancas()
  const go = useGoToBanca()
  return useMemo(() => {
    if (!allows(crossDb.conns.access, user)) return []
    const group = 'Otras bancas'
    const there = (bancas ?? []).filter(({ database, reason }) => reason === null && database !== user.database)
    return [
      ...there.map((one) => ({
        key: `banca-${one.database}`,
        group,
        label: `Pasar a ${one.name}`,
        run: () => go(one),
      })),
      { key: 'bancas', group, label: 'Bancas registradas', run: () => openOtherBancas('list') },
    ]
  }, [user, bancas, go])
}

function useActionEntries(): PaletteEntry[] {
  const navigate = useNavigate()
  const mode = useMode()
  const { partner_type } = useSession()
  const reports = useScreenPath('general-sales') !== undefined
  const { links } = useParts()
  return useMemo(
    () => [
      ...(reports
        ? [
            {
              key: 'fell',
              group: 'Acciones',
              label: 'Quién bajó más',
              hint: 'contra el mismo día de la semana',
              run: () => void navigate(links.fell(partner_type === 'agencia' ? 'taquilla' : 'agencia')),
            },
          ]
        : []),
      {
        key: 'mode',
        group: 'Acciones',
        label: mode === 'dark' ? 'Usar el tema claro' : 'Usar el tema oscuro',
        run: () => chooseMode(mode === 'dark' ? 'light' : 'dark'),
      },
      {
        key: 'sign-out',
        group: 'Acciones',
        label: 'Cerrar sesión',
        run: () => void navigate(signOutPath, { state: { asked: true } }),
      },
    ],
    [navigate, mode, partner_type, reports, links],
  )
}
