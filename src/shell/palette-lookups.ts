/** What the palette finds beyond screens: a ticket by its serial, draws by product, hour and day, partners by name. */
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from '@contract/address.ts'
import { agencies } from '@contract/agencies.ts'
import { allows } from '@contract/access/rules.ts'
import { openScreens } from '@contract/access/screens.ts'
import { draws, drawStateLabels, type DrawRow } from '@contract/draws.ts'
import { partners, partnerTypeLabels, type PartnerType } from '@contract/partners.ts'
import { addDays, clockOf, formatDay } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useToday } from '@/kit/values/period.ts'
import { useParts } from './parts.ts'
import { daysAsked, findEntries, type PaletteEntry } from './palette-search.ts'

const mostFound = 6
const shortestSearch = 2
const pauseMs = 200

/** The path of a screen this user may open, or undefined. */
export function useScreenPath(key: string): string | undefined {
  const user = useSession()
  return useMemo(() => openScreens(user).find((screen) => screen.key === key)?.path, [user, key])
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

/** Draws whose product and hour fit, of the day that is named or of those around today: `lotto 12`, `lotto 12 ayer`. */
export function useDrawEntries(text: string): PaletteEntry[] {
  const user = useSession()
  const navigate = useNavigate()
  const { links } = useParts()
  const today = useToday()
  const may = useScreenPath('ticket-consult') !== undefined && allows(draws.list.access, user)
  const enabled = may && text.trim().length >= shortestSearch
  const { days, words } = useMemo(() => daysAsked(text, today), [text, today])
  const [first, second, third] = days
  const lists = [
    useDraws(first, enabled),
    useDraws(second, enabled && second !== undefined),
    useDraws(third, enabled && third !== undefined),
  ]
  const [one, two, three] = lists
  return useMemo(() => {
    if (!enabled) return []
    const entries = [one, two, three].flatMap((rows, at) =>
      (rows ?? []).map((draw) => ({
        key: `draw-${draw.id}`,
        group: `Sorteos ${dayWords(days[at]!, today)}`,
        label: `${draw.product_name} ${clockOf(draw.scheduled_at, user.zone)}`,
        hint: drawStateLabels[draw.state],
        run: () => void navigate(links.draw(draw.id)),
      })),
    )
    return findEntries(entries, words).slice(0, mostFound)
  }, [enabled, one, two, three, days, words, today, user.zone, links, navigate])
}

function useDraws(day: string | undefined, enabled: boolean): readonly DrawRow[] | undefined {
  return useCall(draws.list, { query: { day } }, { enabled }).data?.data
}

function dayWords(day: string, today: string): string {
  if (day === today) return 'de hoy'
  if (day === addDays(today, 1)) return 'de mañana'
  return day === addDays(today, -1) ? 'de ayer' : `del ${formatDay(day)}`
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
      type === 'agencia' && registry ? links.agency(id) : sales && addressOf(sales, { partner_id: id })
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
