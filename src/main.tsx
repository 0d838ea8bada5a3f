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
import { App } from './app.tsx'
import { routerOf } from './shell/router.tsx'

const openConsole = () => import('@resources/console.tsx')
const router = routerOf({
  login: async () => (await import('@resources/session/login.tsx')).LoginPage,
  console: openConsole,
})

applyMode()
// Whoever has a session will need the console: its code comes while the server says who they are.
if (readAccessToken() !== null) void openConsole()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
void sheetsReady().then(() => createRoot(root).render(<App router={router} />))
