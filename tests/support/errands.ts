/** A kind of claimed work for tests: errands, each a row of a table of their own. As a process, does them until it is killed. */
import { sql, type SQL } from 'drizzle-orm'
import { transaction, type Executor } from '../../server/platform/db/connect.ts'
import { Databases, type Database } from '../../server/platform/db/databases.ts'
import { workOn, type Claim, type ClaimedWork, type Piece } from '../../server/platform/jobs/claimed.ts'

export async function openErrands(db: Executor): Promise<void> {
  await db.run(sql`
    CREATE TABLE errands (
      id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id int NOT NULL, state text NOT NULL DEFAULT 'por_cerrar',
      done int NOT NULL DEFAULT 0, problem text, runner uuid, beat_at timestamptz, attempts smallint NOT NULL DEFAULT 0)`)
  await db.run(sql`CREATE TABLE errands_done (id int NOT NULL, by text NOT NULL)`)
}

/** What a piece does before it ends, and what else it writes with its end. */
export type Does = (piece: Piece, claim: Claim) => Promise<void>

/** The kind, done by `by`. */
export const errands = (by: string, does: Does = async () => undefined): ClaimedWork<Piece> => ({
  name: 'errands',
  table: sql`errands`,
  open: sql`w.state = 'por_cerrar'`,
  order: sql`w.id`,
  columns: sql`w.user_id`,
  run: async (piece, claim) => {
    await does(piece, claim)
    await transaction(claim.database.jobs.pool, async (tx) => {
      await tx.run(sql`INSERT INTO errands_done VALUES (${piece.id}, ${by})`)
      await claim.end(tx, ending(sql`state = 'cerrado'`, by))
    })
  },
  gaveUp: (_piece, reason) => ending(sql`state = 'fallido', problem = ${reason}`, reason),
})

const ending = (set: SQL, text: string) =>
  ({ set, notification: { kind: 'pago', level: 'informa', title: 'Cierre', text } }) as const

/** Without a word, it is only read. */
const url = process.env['ERRANDS_URL']
if (url) {
  const database: Database = new Databases([{ key: 'principal', url }]).main
  const forever = () => new Promise<void>(() => undefined)
  await workOn(
    errands('killed', async ({ id }) => {
      process.stdout.write(`at ${id}\n`)
      await forever()
    }),
    database,
    new AbortController().signal,
  )
}
