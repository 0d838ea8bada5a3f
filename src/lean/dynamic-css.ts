/**
 * Style sheets that components bring with them, put into the page as `rc-util` puts them, but found by their key: there
 * every new one looks through all that the head holds, which took a tenth of the time until a list stood on a slow machine.
 */

interface Options {
  attachTo?: Element
  mark?: string
  prepend?: boolean | 'queue'
  priority?: number
  csp?: { nonce?: string }
}

interface Held {
  /** By mark and key. */
  named: Map<string, HTMLStyleElement>
  /** Those at the beginning of the container, in its order, each with its priority. */
  first: { node: HTMLStyleElement; priority: number }[]
}

const containers = new WeakMap<Element, Held>()

const containerOf = ({ attachTo }: Options): Element => attachTo ?? document.head
const markOf = ({ mark }: Options) => (mark ? (mark.startsWith('data-') ? mark : `data-${mark}`) : 'rc-util-key')

function heldBy(container: Element): Held {
  const held = containers.get(container) ?? { named: new Map(), first: [] }
  containers.set(container, held)
  return held
}

/** What came before it at the beginning and is of the same priority or less stands before it; the rest at the end. */
function place(node: HTMLStyleElement, container: Element, { first }: Held, { prepend, priority = 0 }: Options): void {
  if (!prepend) {
    container.append(node)
    return
  }
  const before = prepend === 'queue' ? first.findLastIndex((one) => priority >= one.priority) : -1
  const own = prepend === 'queue' ? priority : 0
  container.insertBefore(node, before < 0 ? container.firstChild : first[before]!.node.nextSibling)
  first.splice(before + 1, 0, { node, priority: own })
}

/** Writes the sheet of this key, or puts it into the page. */
export function updateCSS(css: string, key: string, options: Options = {}): HTMLStyleElement {
  const container = containerOf(options)
  const held = heldBy(container)
  const name = `${markOf(options)} ${key}`
  const found = held.named.get(name)
  if (found?.parentNode === container) {
    if (options.csp?.nonce && found.nonce !== options.csp.nonce) found.nonce = options.csp.nonce
    if (found.textContent !== css) found.textContent = css
    return found
  }
  removeCSS(key, options)
  const node = document.createElement('style')
  node.setAttribute(
    'data-rc-order',
    options.prepend === 'queue' ? 'prependQueue' : options.prepend ? 'prepend' : 'append',
  )
  if (options.prepend === 'queue' && options.priority) node.setAttribute('data-rc-priority', String(options.priority))
  if (options.csp?.nonce) node.nonce = options.csp.nonce
  node.setAttribute(markOf(options), key)
  node.textContent = css
  place(node, container, held, options)
  held.named.set(name, node)
  return node
}

/** Takes the sheet of this key out of the page, if it is there. */
export function removeCSS(key: string, options: Options = {}): void {
  const held = heldBy(containerOf(options))
  const name = `${markOf(options)} ${key}`
  const node = held.named.get(name)
  if (!node) return
  node.remove()
  held.named.delete(name)
  held.first = held.first.filter((one) => one.node !== node)
}
