/** `npm run verify`: the books and the audit chain, checked; exit code 1 when anything does not hold. */
import { verifyAudit } from '../platform/audit/chain.ts'
import { command, CommandError } from './command.ts'
import { executor } from '../platform/db/connect.ts'
import { verifyBooks } from '../rules/ledger/verify.ts'

await command(async (pool) => {
  const db = executor(pool)
  const findings = await verifyBooks(db)
  for (const { rule, rows } of findings) console.log(`No se cumple: ${rule} (${rows} casos)`)
  const { sealed, broken_at } = await verifyAudit(db)
  console.log(
    broken_at ? `La bitácora está alterada en la fila ${broken_at}.` : `Bitácora íntegra: ${sealed} filas selladas.`,
  )
  if (findings.length || broken_at) throw new CommandError('La verificación encontró fallas.')
  console.log('Libro y totales cuadran.')
})
