/** Which partners the texts of a sheet name. */
import { sql } from 'drizzle-orm'
import type { FoundPartner } from '@contract/account-entries.ts'
import { fold } from '@contract/values/text.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import { within, type Scope } from '../../platform/db/scope.ts'
import { foldedSql } from '../../platform/lists/names.ts'

/** Offered where a text names nobody, or several. */
const mostNear = 4

interface Named {
  text: string
  partner: FoundPartner | null
  near: FoundPartner[]
}

/**
 * Of each text the partner of the caller's network whose code it is, or who alone is so called; else those that are
 * called alike, or whose name has it at its beginning.
 */
export async function partnersNamed(db: Executor, scope: Scope, texts: readonly string[]): Promise<{ data: Named[] }> {
  const asked = [...new Set(texts)].map((text) => ({ text, folded: fold(text) }))
  const found = await db.rows<FoundPartner & { text: string; rank: number }>(sql`
    WITH here AS MATERIALIZED (
      SELECT partner.id, partner.name, partner.code, partner.type, partner.name_key,
        ${foldedSql(sql`partner.code COLLATE "default"`)} AS code_key
      FROM partners partner WHERE ${within(scope, sql`partner.id`)}
    ), asked AS (
      SELECT * FROM jsonb_to_recordset(${json(asked)}) AS asked(text text, folded text)
    ), meant AS MATERIALIZED (
      SELECT asked.text, 0 AS rank, here.* FROM asked JOIN here ON here.code_key = asked.folded
      UNION ALL
      SELECT asked.text, 1, here.* FROM asked JOIN here ON here.name_key = asked.folded
    )
    SELECT text, rank, id, name, code, type FROM (
      SELECT * FROM meant
      UNION ALL
      SELECT asked.text, 2, begun.* FROM asked CROSS JOIN LATERAL (
        SELECT here.* FROM here WHERE starts_with(here.name_key, asked.folded) ORDER BY here.name, here.id LIMIT ${mostNear}
      ) begun WHERE asked.text NOT IN (SELECT meant.text FROM meant)
    ) found ORDER BY rank, name, id`)
  return {
    data: asked.map(({ text }) => {
      const own = found.filter((one) => one.text === text).map(({ text: _text, ...partner }) => partner)
      const [first, second] = own
      const is_alone = first !== undefined && first.rank < 2 && second?.rank !== first.rank
      const plain = own.slice(0, mostNear).map(({ rank: _rank, ...partner }) => partner)
      return { text, partner: is_alone ? plain[0]! : null, near: is_alone ? [] : plain }
    }),
  }
}
