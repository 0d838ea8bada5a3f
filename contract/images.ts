/** Pictures: symbols, logos, receipts. Kept in the banca's database, so that every instance has them. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, flag } from './endpoint.ts'
import type { Looks } from './field.ts'
import { withKind } from './field-kind.ts'

export const largestImage = 1_000_000
/** No SVG from outside: it may carry scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Where an uploaded picture is seen: its hash and its format. */
const uploaded = /^\/images\/[0-9a-f]{64}\.(png|jpg|webp)$/
/** What names one that is not for whoever has its address: nothing is answered there. */
const guarded = /^\/images\/guarded\/[0-9a-f]{64}\.(png|jpg|webp)$/

/**
 * A picture that was uploaded here, or none: `logo_url: field(picture, 'Logo')`, kept in a column that refers to it
 * (`logo_url text REFERENCES images (url)`). Where there must be one the field is `needed`.
 */
export const picture = withKind(
  z.string().regex(uploaded, 'Suba la imagen de nuevo').nullable().default(null),
  'picture',
)

/**
 * One that was uploaded as guarded, or none. The entity that keeps it answers it by a call of its own, to whoever may see
 * what it belongs to.
 */
export const guardedPicture = withKind(
  z.string().regex(guarded, 'Suba la imagen de nuevo').nullable().default(null),
  'picture',
)
/** Its control in a form shows the file that was chosen: nothing is seen at its address. */
export const guardedLooks = { control: 'guarded' } as const satisfies Looks

/** A picture, or a drawing that comes with the product under `/symbols/`. */
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
    query: z.object({
      guarded: flag.optional().meta({ description: 'No se muestra en su dirección: solo con lo que la lleva' }),
    }),
    response: z.object({ url: z.string() }),
    summary: 'Sube una imagen PNG, JPEG o WebP de hasta 1 MB',
  }),
})
