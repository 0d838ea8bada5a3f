/**
 * Parts of the page as code that comes when it is needed. One that does not come (no connection, or a
 * newer console took its place on the server) says so where it would stand and can be asked for again:
 * nothing around it is lost.
 */
import { DisconnectOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { use, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'
import { EmptyState } from './empty.tsx'

type Source<P> = () => Promise<ComponentType<P>>
type Outcome<P> = { Part: ComponentType<P> } | null

/** A component that is fetched at its first use; it stands below a `Suspense`. */
export interface Later<P> {
  (props: P): ReactNode
  /** Begins to fetch it, and tells when that has ended. A failure is left for its use, which asks again. */
  preload: () => Promise<void>
  /** Fetches it, and is true as soon as that has ended: for what has something better to show meanwhile than a fallback. */
  useCome: () => boolean
}

/** A component out of a module that is imported then. `whole`: it is all of a screen, so that the page may be loaded again for it. */
export function later<P extends object>(source: Source<P>, { whole = false } = {}): Later<P> {
  let asked: Promise<Outcome<P>> | undefined
  let come = false
  const fetched = async (): Promise<Outcome<P>> => {
    const Part = await source().catch(() => null)
    if (Part) sessionStorage.removeItem(reloadedKey)
    else if (whole && (await isOutdated()) && reloadOnce()) return new Promise(() => undefined)
    come = Part !== null
    return Part && { Part }
  }
  // What has come is drawn at once: even an instant's wait would put the fallback there, which React leaves for a third of a second.
  // By these two fields its `use` knows what a promise has come to.
  const ask = () => {
    const promise: Promise<Outcome<P>> = fetched().then(
      (value) => (Object.assign(promise, { status: 'fulfilled', value }), value),
    )
    return promise
  }
  const forget = () => (asked = undefined)

  function Part(props: P) {
    const [, again] = useReducer((tries: number) => tries + 1, 0)
    const found = use((asked ??= ask()))
    if (found) return <found.Part {...props} />
    const retry = async () => {
      const next = ask()
      if (!(await next) && (await isOutdated())) return location.reload()
      asked = next
      again()
    }
    return <Missing onRetry={retry} onLeave={forget} />
  }
  const preload = async () => {
    const mine = (asked ??= ask())
    if (!(await mine) && asked === mine) forget()
  }
  const useCome = () => {
    const [ended, end] = useState(come)
    useEffect(() => {
      if (!ended) void preload().then(() => end(true))
    }, [ended])
    return ended
  }
  return Object.assign(Part, { preload, useCome })
}

function Missing({ onRetry, onLeave }: { onRetry: () => Promise<void>; onLeave: () => void }) {
  const [trying, setTrying] = useState(false)
  // Who comes back later asks anew.
  useEffect(() => onLeave, [onLeave])
  const retry = () => {
    setTrying(true)
    void onRetry().finally(() => setTrying(false))
  }
  return (
    <EmptyState
      icon={<DisconnectOutlined />}
      title="Esta parte no llegó"
      text="Revise su conexión e intente de nuevo. Lo demás sigue como estaba."
      action={
        <Button loading={trying} onClick={retry}>
          Intentar de nuevo
        </Button>
      }
    />
  )
}

const reloadedKey = 'sorteo:reloaded'

/** A file that does not come although the server answers is one of an older console. */
async function isOutdated(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok ?? false
}

/** Loads the page again, unless that was just done and did not help. */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(reloadedKey)) return false
  sessionStorage.setItem(reloadedKey, 'yes')
  location.reload()
  return true
}
