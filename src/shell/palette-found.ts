/** What the palette finds beyond screens: a ticket by its serial, today's draws by product and hour, partners by name. */
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { agencies } from '@contract/agencies.ts'
import { allows } from '@contract/access/rules.ts'
import { openScreens } from '@contract/access/screens.ts'
import { draws, drawStateLabels } from '@contract/draws.ts'
import { partners, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { clockOf } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useParts } from './parts.ts'
import { findEntries, type PaletteEntry } from './palette-search.ts'

const mostFound = 6
const shortestSearch = 2
const pauseMs = 200

/** The path of a screen this user may open, or undefined. */
function useScreenPath(key: string): string | undefined {
  const user = useSession()
  const { built } = useParts()
  return useMemo(() => openScreens(user, built).find((screen) => screen.key === key)?.path, [user, built, key])
}

/** A serial typed or scanned is a ticket; whether it is within reach is found out by opening it. */
export function useTicketEntry(text: string): PaletteEntry[] {
  const may = useScreenPath('ticket-consult') !== undefined
  const navigate = useNavigate()
  const { links } = useParts()
  return useMemo(() => {
    const ticket = may ? links.ticket(text) : null
    if (!ticket) return []
    const { serial, open } = ticket
    const run = () => void navigate(open())
    return [{ key: `ticket-${serial}`, group: 'Tickets', label: `Abrir el ticket ${serial}`, run }]
  }, [may, text, links, navigate])
}

/** Today's draws whose product and hour fit: `lotto 12`. */
export function useDrawEntries(text: string): PaletteEntry[] {
  const user = useSession()
  const navigate = useNavigate()
  const { links } = useParts()
  const may = useScreenPath('ticket-consult') !== undefined && allows(draws.list.access, user)
  const enabled = may && text.trim().length >= shortestSearch
  const { data } = useCall(draws.list, { query: {} }, { enabled })
  return useMemo(() => {
    if (!enabled) return []
    const entries = (data?.data ?? []).map((draw) => ({
      key: `draw-${draw.id}`,
      group: 'Sorteos de hoy',
      label: `${draw.product_name} ${clockOf(draw.scheduled_at, user.zone)}`,
      hint: drawStateLabels[draw.state],
      run: () => void navigate(links.draw(draw.id)),
    }))
    return findEntries(entries, text).slice(0, mostFound)
  }, [enabled, data, text, user.zone, links, navigate])
}

/** Partners whose name or code fits, asked of the server once the person pauses. An agency opens its record, others their sales. */
export function usePartnerEntries(text: string): { found: PaletteEntry[]; searching: boolean } {
  const user = useSession()
  const navigate = useNavigate()
  const { links } = useParts()
  const q = useSettled(text.trim())
  const sales = useScreenPath('general-sales')
  const registry = useScreenPath('agencies') !== undefined && allows(agencies.list.access, user)
  const may = (sales !== undefined || registry) && allows(partners.list.access, user)
  const enabled = may && q.length >= shortestSearch
  const args = { query: { q, per_page: mostFound } }
  const { data, isFetching } = useCall(partners.list, args, { enabled, keepPrevious: true })
  const found = useMemo(() => {
    const pathOf = (id: number, type: PartnerType) =>
      type === 'agencia' && registry ? links.agency(id) : sales && `${sales}?partner_id=${id}`
    return (enabled ? (data?.data ?? []) : []).flatMap((row) => {
      const path = pathOf(row.id, row.type)
      return path
        ? [
            {
              key: `partner-${row.id}`,
              group: partnerTypeLabels[row.type],
              label: row.name,
              hint: row.code,
              run: () => void navigate(path),
            },
          ]
        : []
    })
  }, [enabled, data, registry, sales, links, navigate])
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
