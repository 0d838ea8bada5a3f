/**
 * Who confirms a result: another person than the one who wrote it. A banca in which only one may award has
 * nobody else, so there it is written twice; one that has two decides otherwise only by saying so.
 */
import { sql } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import { list } from '../../platform/db/connect.ts'

/** Active users who may award. */
export const awarderCount = sql`(
  SELECT count(*)::int
  FROM users author
  WHERE author.awarding_results AND author.status = 'activo' AND author.role = ANY (${list(rules.awarding.roles)}::user_role[])
)`

/** True where a second person confirms: the `banca` asks for it and has one. */
export const otherPersonConfirms = sql`(banca.second_user_confirms AND ${awarderCount} > 1)`
