/** Whether something that takes several steps is being done: until what it leads to is drawn, not until its first answer. */
import { useCallback, useState } from 'react'

export function useBusy(): [busy: boolean, during: (act: () => Promise<void>) => Promise<void>] {
  const [running, setRunning] = useState(0)
  const during = useCallback(async (act: () => Promise<void>) => {
    setRunning((now) => now + 1)
    try {
      await act()
    } finally {
      setRunning((now) => now - 1)
    }
  }, [])
  return [running > 0, during]
}
