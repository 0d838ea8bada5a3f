/** Where the console starts in the browser: the one file that knows both the frame and what is shown in it. */
import './without-eval.ts'
// First of the sheets: every other one may say otherwise than the words that all of them share.
import './theme/base.css'
import './theme/words.css'
import '@ant-design/v5-patch-for-react-19'
import { createRoot } from 'react-dom/client'
import { readAccessToken } from '@providers/access-token.ts'
import { applyMode } from '@/theme/mode.ts'
import { sheetsReady } from '@/theme/sheets.ts'
import { later } from '@/kit/page/later.tsx'
import { beginSession } from '@/shell/use-boot.ts'
import { App } from './app.tsx'
import { routerOf } from './shell/router.tsx'

/** How long the console waits for a screen that is still on its way when all around it is there. */
const graceMs = 150

const openConsole = () => import('@resources/console.tsx')
/** With the screen of the address, if that is not late: drawn at once, neither is drawn twice. */
const Console = later(
  async () => {
    const { default: OpenConsole, firstScreen } = await openConsole()
    await Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, graceMs))])
    return OpenConsole
  },
  { whole: true },
)
const router = routerOf({
  login: async () => (await import('@resources/session/login.tsx')).LoginPage,
  Console,
})

applyMode()
// Whoever has a session will need the console: its code comes while the server says who they are.
if (readAccessToken() !== null) {
  void beginSession().catch(() => undefined)
  void Console.preload()
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void sheetsReady().then(() => createRoot(root).render(<App router={router} />))
