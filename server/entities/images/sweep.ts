/**
 * Gives up pictures that nothing refers to, a day after they were uploaded. What may refer to one is what has a foreign
 * key to `images`, read from the database: a new table with a picture has nothing else to say.
 */
import { sql, type SQL } from 'drizzle-orm'
import { every, list, transaction, type Executor, type Pool, type Tx } from '../../platform/db/connect.ts'

/** Pictures given up in one transaction, each up to a megabyte. */
const batchSize = 200

interface Reference {
  schema: string
  table: string
  column: string
  /** The column of `images` that it names. */
  named: string
}

/** Deletes pictures of yesterday and before that nothing refers to, and old counts of what was uploaded. */
export async function sweepImages(pool: Pool): Promise<void> {
  while ((await transaction(pool, sweepSome)) === batchSize) continue
  await transaction(pool, (tx) => tx.run(sql`DELETE FROM image_days WHERE day < now() - interval '7 days'`))
}

/**
 * Answers how many it found. Those it found are its own before it looks again, with what was saved meanwhile: who holds
 * one for a form keeps it, and who comes after finds it gone.
 */
async function sweepSome(tx: Tx): Promise<number> {
  const idle = every(...(await references(tx)).map(unreferred))
  const found = await tx.rows<{ hash: string }>(sql`
    SELECT image.hash FROM images image
    WHERE image.created_at < now() - interval '1 day' AND ${idle}
    LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`)
  if (found.length === 0) return 0
  await tx.run(
    sql`DELETE FROM images image WHERE image.hash = ANY (${list(found.map(({ hash }) => hash))}::text[]) AND ${idle}`,
  )
  return found.length
}

/** A partition's key is its table's. */
function references(db: Executor): Promise<Reference[]> {
  return db.rows<Reference>(sql`
    SELECT namespace.nspname AS schema, class.relname AS table, attribute.attname AS column, key.attname AS named
    FROM pg_constraint reference
    JOIN pg_class class ON class.oid = reference.conrelid
    JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
    JOIN pg_attribute attribute ON attribute.attrelid = reference.conrelid AND attribute.attnum = reference.conkey[1]
    JOIN pg_attribute key ON key.attrelid = reference.confrelid AND key.attnum = reference.confkey[1]
    WHERE reference.contype = 'f' AND reference.confrelid = 'images'::regclass AND reference.conparentid = 0`)
}

function unreferred({ schema, table, column, named }: Reference): SQL {
  const from = sql`${sql.identifier(schema)}.${sql.identifier(table)}`
  return sql`NOT EXISTS (SELECT 1 FROM ${from} referring WHERE referring.${sql.identifier(column)} = image.${sql.identifier(named)})`
}
