/** How people and accounts are named and reached: texts that many forms ask for. Whether one may be empty is the form's. */
import { z } from 'zod'

/** A text of a length, its ends trimmed. `asked` is what an empty one says. */
export function text(shortest: number, longest: number, asked?: string) {
  return z
    .string(asked ? { error: asked } : undefined)
    .trim()
    .min(shortest, `Mínimo ${shortest} caracteres`)
    .max(longest, `Máximo ${longest} caracteres`)
}

/** A text that must look a certain way. */
export function pattern(form: RegExp, refused: string) {
  return z.string().trim().regex(form, refused)
}

/** RIF or cédula: `J-12345678-9`, `V-12345678`; Panama's RUC is looser, so digits and dashes after the letter. */
export const document = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([VEJGPC]-?)?[0-9][0-9-]{4,18}$/, 'Documento no válido, por ejemplo J-12345678-9')
export const phone = pattern(/^\+?[0-9 ()-]{7,20}$/, 'Teléfono no válido')
export const email = z.email('Correo no válido').max(120)
