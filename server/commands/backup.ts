/** `npm run backup -- FILE`: the embedded server's data in one file, while it sells. */
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { takeBackup } from '../platform/db/backup/backup.ts'
import { copying, megabytes } from './copying.ts'

const usage = `Uso: npm run backup -- archivo.tar.gz [--force]

  Guarda en un archivo toda la base de datos incluida, aunque esté vendiendo.

  --force  reemplaza el archivo si ya existe`

/** Who sells comes first. Linux keeps a priority for each thread, and those that compress are there already. */
function giveWay(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // The thread has ended, or the system does not allow it: it works all the same.
    }
  }
}

await copying(usage, 'Copiando la base de datos en', async (options) => {
  giveWay()
  const begin = Date.now()
  const { file, bytes, files } = await takeBackup(options)
  const seconds = Math.round((Date.now() - begin) / 1000)
  return (
    `Copia lista: ${file} (${files} archivos, ${megabytes(bytes)}, ${seconds} s). Quien ` +
    'la tenga lo tiene todo: guárdela en otra máquina, donde nadie más la lea.'
  )
})
