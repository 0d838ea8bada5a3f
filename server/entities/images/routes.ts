/** Pictures. */
import type { ReceivedFile } from '@contract/endpoint.ts'
import type { images } from '@contract/images.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { keepImage } from './store.ts'

export const imagesRoutes: Handlers<typeof images> = {
  upload: (context, input) => keepImage(context, (input as unknown as ReceivedFile).body, input.query.guarded ?? false),
}
