/** The console with its resources: what the shell shows, handed to it. */
import { later } from '@/kit/page/later.tsx'
import { Console } from '@/shell/console.tsx'
import { shellParts } from '@/shell/lazy-screen.tsx'
import { helps } from './help.ts'
import { builtScreens } from './index.ts'
import { drawLink, screenLink } from '@contract/links.ts'
import { ticketPath } from './ticket-reports/consult-state.ts'
import { keepScanned, readSerial } from './tickets/serial.ts'

const parts = shellParts({
  screens: builtScreens,
  help: helps,
  Profile: later(async () => (await import('./session/profile.tsx')).Profile),
  FirstPassword: later(async () => (await import('./session/own-password.tsx')).FirstPassword),
  OwnPassword: later(async () => (await import('./session/own-password.tsx')).OwnPassword),
  OtherBancas: later(async () => (await import('./cross-db/other-bancas.tsx')).OtherBancas),
  links: {
    agency: (id) => `${screenLink('agencies')}/${id}/general`,
    draw: (id) => drawLink(id),
    fell: (of) => screenLink('general-sales', { level: of, compare: 'mismo-dia-semana' }),
    ticket: (text) => {
      const read = readSerial(text)
      if (!read) return null
      const open = () => {
        keepScanned(read)
        return ticketPath(read.serial)
      }
      return { serial: read.serial, open }
    },
  },
})
/** The screen of the address comes beside the console, not after it. */
export const firstScreen = parts.preload(location.pathname)

export default function OpenConsole() {
  return <Console parts={parts} />
}
