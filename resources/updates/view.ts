/** What the screen keeps in its address, and how sizes are said. */
import { z } from 'zod'
import { flag, id } from '@contract/endpoint.ts'
import { formatDecimal } from '@contract/values/money.ts'

export const updatesState = z.object({
  view: z.enum(['versiones', 'taquillas']).default('versiones'),
  /** The version whose drawer is open. */
  version: id.optional(),
  upload: flag.default(false),
})
export type UpdatesState = z.output<typeof updatesState>

/** `190,7 MB`, as people count them; of a small file in kB. */
export function sizeText(bytes: number): string {
  if (bytes < 100_000) return `${formatDecimal((bytes / 1_024).toFixed(1))} kB`
  return `${formatDecimal((bytes / 1_048_576).toFixed(1))} MB`
}

interface Named {
  version_name: string | null
  version_code: number | null
  filename: string
}

/** `Versión 2.0`; before it was read its file is its name. */
export function versionText({ version_name, version_code, filename }: Named): string {
  return version_code === null ? filename : `Versión ${version_name || version_code}`
}
