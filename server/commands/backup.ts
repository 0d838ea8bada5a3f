/** `npm run backup -- FILE`: the embedded server's data in one file, while it sells. */
import { takeBackup } from '../platform/db/backup/backup.ts'
import { copying, megabytes } from './copying.ts'

const usage = `Uso: npm run backup -- archivo.tar.gz [--force]

  Guarda en un archivo toda la base de datos incluida, aunque esté vendiendo.

  --force  reemplaza el archivo si ya existe`

await copying(usage, async (options) => {
  options.log?.(`Copiando la base de datos en ${options.file}…`)
  const begin = Date.now()
  const { file, bytes, files } = await takeBackup(options)
  const seconds = Math.round((Date.now() - begin) / 1000)
  return `Copia lista: ${file} (${files} archivos, ${megabytes(bytes)}, ${seconds} s). Quien la tenga lo tiene todo: guárdela en otra máquina, donde nadie más la lea.`
})
