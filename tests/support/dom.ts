/**
 * What a test of screens begins with. Files of one worker share packages and their document, which take longer to
 * load than most of them to run; the house's modules are each file's own, as are what it mocks of them, and nothing
 * is left of the file before but the sheets that packages wrote once.
 */
import { createRequire } from 'node:module'
import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

// What a screen shows in the end is waited for as long as a busy machine needs; only what hangs is ended.
configure({
  asyncUtilTimeout: 20_000,
  // The page is not printed for each look that finds nothing yet.
  getElementError: (message) => new Error(message ?? 'not found'),
})

/**
 * antd's looks are not even made: nothing here reads one, and to make them, and to have jsdom go through every rule for
 * each question about one element, took half of the time of a test that draws a form. Whether something is hidden is told
 * by attributes and styles of its own; how it looks is for the browser's tests.
 */
const looks = createRequire(import.meta.url)('@ant-design/cssinjs/lib/hooks/useStyleRegister') as { default: unknown }
looks.default = () => (drawn: unknown) => drawn

cleanup()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
document.body.replaceChildren()
for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name)
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')
vi.resetModules()
