/** Takes a file that was left to the server away, by its id; one at a time. */
import { files } from '@contract/files.ts'
import { notifications } from '@contract/notifications.ts'
import { useEndpointCache } from '@providers/queries.ts'
import { fileSettled } from './left-files.ts'
import { useTaking } from './taking.ts'

export function useTakeFile(): { take: (id: number) => Promise<void>; taking: number | null } {
  const { take, taking } = useTaking<number>()
  const { invalidate } = useEndpointCache()
  return {
    taking,
    take: async (id) => {
      if (!(await take(id, files.download, { params: { id } }))) return
      fileSettled(id)
      await invalidate(notifications)
    },
  }
}
