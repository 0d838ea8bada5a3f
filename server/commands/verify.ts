/**
 * `npm run verify`: settles what waits for it, then checks the books, the weeks and the audit chain; exit code 1 when
 * anything does not hold.
 */
import { verifyAudit } from '../platform/audit/chain.ts'
import { command, CommandError } from './command.ts'
import { executor } from '../platform/db/connect.ts'
import { alteredChanges } from '../rules/changes/changed-rows.ts'
import { verifyBooks } from '../rules/ledger/verify.ts'
import { settlePending } from '../rules/settlement/settle.ts'

await command(async (pool) => {
  const db = executor(pool)
  await settlePending(pool)
  const findings = await verifyBooks(db)
  for (const { rule, rows, first } of findings)
    console.log(`No se cumple: ${rule} (${rows} casos${first === undefined ? '' : `; el primero, ${first}`})`)
  const { sealed, broken_at } = await verifyAudit(db)
  console.log(
    broken_at ? `La bitácora está alterada en la fila ${broken_at}.` : `Bitácora íntegra: ${sealed} filas selladas.`,
  )
  const altered = await alteredChanges(db)
  if (altered.length)
    console.log(`Las filas de un cambio masivo no son las que se escribieron: bitácora, fila ${altered.join(', ')}.`)
  if (findings.length || broken_at || altered.length) throw new CommandError('La verificación encontró fallas.')
  console.log('Libro y totales cuadran.')
})
