/** Taking files away one at a time: what a call answers is saved under the name that it says. */
import FileSaver from 'file-saver'
import { useState } from 'react'
import type { Arguments, Endpoint } from '@contract/endpoint.ts'
import { download } from '@providers/http.ts'
import { useToasts } from '@providers/notifications.ts'

export interface Taking<K> {
  /** The one that is on its way. */
  taking: K | null
  /** Answers whether it was saved; why not is said. */
  take: <E extends Endpoint>(key: K, endpoint: E, args: Arguments<E>) => Promise<boolean>
}

export function useTaking<K>(): Taking<K> {
  const toasts = useToasts()
  const [taking, setTaking] = useState<K | null>(null)
  const take: Taking<K>['take'] = async (key, endpoint, args) => {
    if (taking !== null) return false
    setTaking(key)
    try {
      const { blob, filename } = await download(endpoint, args)
      FileSaver.saveAs(blob, filename)
      return true
    } catch (error) {
      toasts.error(error)
      return false
    } finally {
      setTaking(null)
    }
  }
  return { take, taking }
}
