import type { images } from '@contract/images.ts'
import type { Handlers } from '../http/context.ts'
import { Problem } from '../http/problem.ts'

const pending = async (): Promise<never> => { throw new Problem('unavailable') }
export const imagesRoutes: Handlers<typeof images> = { upload: pending }
