/** Pictures: symbols, logos, receipts. Kept in the banca's database, so that every instance has them. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { withKind } from './field-kind.ts'

export const largestImage = 1_000_000
/** No SVG from outside: it may carry scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Where an uploaded picture is seen: its hash and its format. */
const uploaded = /^\/images\/[0-9a-f]{64}\.(png|jpg|webp)$/

/**
 * A picture that was uploaded here, or none: `logo_url: field(picture, 'Logo')`, kept in a column that refers to it
 * (`logo_url text REFERENCES images (url)`). Where there must be one the field is `needed`.
 */
export const picture = withKind(
  z.string().regex(uploaded, 'Suba la imagen de nuevo').nullable().default(null),
  'picture',
)

/** The same, or a drawing that comes with the product under `/symbols/`. */
export const pictureOrDrawing = withKind(
  z
    .string()
    .regex(/^\/(images\/[0-9a-f]{64}\.(png|jpg|webp)|symbols\/[\w.-]{1,100})$/, 'Imagen no válida')
    .nullable(),
  'picture',
)

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
