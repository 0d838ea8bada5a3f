/** Pictures: symbols, logos, receipts. Kept in the banca's database, so that every instance has them. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'

export const largestImage = 1_000_000
/** No SVG from outside: it may carry scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export const images = entity('images', {
  upload: endpoint({
    method: 'POST',
    path: '/api/v1/models/image/upload',
    access: rules.money,
    upload: { largest_bytes: largestImage },
    response: z.object({ url: z.string() }),
    summary: 'Sube una imagen PNG, JPEG o WebP de hasta 1 MB',
  }),
})
