/** Where the program lies: its migrations, its console and its data are found from there. */
import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The nearest folder above this file with a package.json, as far from the sources as from what is built of them. */
function nearest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  if (folder === dirname(folder)) throw new Error('The program lies in no package.')
  return nearest(dirname(folder))
}

/** With a slash at its end. */
export const repository = nearest(dirname(fileURLToPath(import.meta.url))) + sep
