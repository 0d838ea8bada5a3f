/** The server's clock, once a second: a counter's countdowns end when the server's do. */
import { useEffect, useState } from 'react'
import { serverNow } from '@providers/session.ts'

/** Server time in milliseconds. */
export function useServerClock(): number {
  const [now, setNow] = useState(() => serverNow().getTime())
  useEffect(() => {
    const tick = () => setNow(serverNow().getTime())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
