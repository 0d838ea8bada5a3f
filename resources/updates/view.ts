/** What the screen keeps in its address. */
import { z } from 'zod'
import { flag, id } from '@contract/endpoint.ts'

export const updatesState = z.object({
  view: z.enum(['versiones', 'taquillas']).default('versiones'),
  /** The version whose drawer is open. */
  version: id.optional(),
  upload: flag.default(false),
})

interface Named {
  version_name: string | null
  version_code: number | null
  filename: string
}

/** `Versión 2.0`; before it was read its file is its name. */
export function versionText({ version_name, version_code, filename }: Named): string {
  return version_code === null ? filename : `Versión ${version_name || version_code}`
}
