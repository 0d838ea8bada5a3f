/** Prints something alone, whatever page is open: in a frame of its own, with its own rules and no others. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

interface Printed {
  /** The frame, for whoever looks for it, and the document, which browsers offer as a file's name. */
  frame: string
  title: string
  /** How wide it is laid out. */
  width: string
  body: ReactNode
  /** Its style sheet, asked again when all its pictures are there: a sheet may be as long as what is on it. */
  rules: (page: Document) => string
}

/** The last one stays until the next: some browsers still read it while their print dialog is open. */
let last: { clear: () => void } | null = null

function newFrame({ frame: name, width }: Printed): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = name
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  // Off the screen and not hidden: what is hidden is not laid out, and would print as a blank.
  frame.style.cssText = `position:fixed;left:-300mm;top:0;width:${width};height:200mm;border:0`
  document.body.append(frame)
  return frame
}

export function printInFrame(printed: Printed): void {
  last?.clear()
  const frame = newFrame(printed)
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) return frame.remove()
  page.documentElement.lang = 'es-VE'
  page.title = printed.title
  const style = page.createElement('style')
  style.textContent = printed.rules(page)
  page.head.append(style)
  const body = createRoot(page.body)
  flushSync(() => body.render(printed.body))
  last = {
    clear: () => {
      body.unmount()
      frame.remove()
      last = null
    },
  }
  const print = () => {
    style.textContent = printed.rules(page)
    frame.contentWindow?.print()
  }
  // A picture that does not come keeps no paper back.
  const pictures = [...page.images].map((picture) => picture.decode().catch(() => undefined))
  if (pictures.length === 0) print()
  else void Promise.all(pictures).then(print)
}
