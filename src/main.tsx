/** Where the console starts in the browser. */
// First of all: every sheet may say otherwise than the words that all of them share.
import './theme/base.css'
import '@ant-design/v5-patch-for-react-19'
import { createRoot } from 'react-dom/client'
import { readAccessToken } from '@providers/access-token.ts'
import { applyMode } from '@/theme/mode.ts'
import { App } from './app.tsx'

applyMode()
// Whoever has a session will need the console: its code comes while the server says who they are.
if (readAccessToken() !== null) void import('./shell/console.tsx')

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<App />)
