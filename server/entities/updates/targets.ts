/**
 * What each office should run: the newest version that goes out to it, or the one that it has, as long as that was not taken
 * back. The list of offices and the terminals' question read the same.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { SoftwareStanding } from '@contract/software.ts'

/** Where an office stands among a hundred, another place for each version: it is not always the same that go first. */
const place = sql`('x' || substr(md5(office.partner_id || ':' || one.id), 1, 7))::bit(28)::int % 100`

/** Rows of all offices, or of one, as a table in parentheses. */
export const softwareTargets = (office_id?: number): SQL => sql`(
  SELECT office.partner_id AS office_id, coalesce(said.channel, 'estable') AS channel, said.package, said.version_code,
    said.version_name, said.stage, coalesce(said.note, '') AS note, said.asked_at, target.id AS target_id,
    target.version_code AS target_code, target.version_name AS target_name, EXISTS (
      SELECT 1 FROM software_versions gone
      WHERE gone.state = 'retirada' AND gone.package = said.package AND gone.version_code = said.version_code
    ) AS is_withdrawn
  FROM ticket_offices office
  LEFT JOIN software_offices said ON said.office_id = office.partner_id
  LEFT JOIN LATERAL (
    SELECT one.id, one.version_code, one.version_name FROM software_versions one
    WHERE (
      one.state = 'en_curso' AND (one.channel = 'estable' OR said.channel = 'prueba') AND ${place} < one.share
      AND (one.partner_ids = '{}' OR EXISTS (
        SELECT 1 FROM partner_ancestors above
        WHERE above.partner_id = office.partner_id AND above.ancestor_id = ANY (one.partner_ids)
      ))
    ) OR (one.state IN ('en_curso', 'detenida') AND one.package = said.package AND one.version_code = said.version_code)
    ORDER BY one.version_code DESC LIMIT 1
  ) target ON true
  WHERE ${office_id === undefined ? sql`true` : sql`office.partner_id = ${office_id}`}
)`

/** What a terminal is told to do; `target` is a row of these. Older than what it has it is only told where that was taken back. */
export const actionSql = sql`CASE
  WHEN target.target_code > coalesce(target.version_code, -1) THEN 'actualizar'
  WHEN target.target_code < target.version_code AND target.is_withdrawn THEN 'volver'
  ELSE 'nada' END`

/** How an office stands, in the words of its list. */
export const standingSql: SQL<SoftwareStanding> = sql`CASE
  WHEN target.asked_at IS NULL THEN 'sin_dato'
  WHEN target.stage = 'falla' AND ${actionSql} <> 'nada' THEN 'falla'
  WHEN target.target_id IS NULL THEN 'sin_version'
  WHEN ${actionSql} = 'actualizar' THEN 'por_actualizar'
  WHEN ${actionSql} = 'volver' THEN 'por_volver'
  WHEN target.target_code = target.version_code THEN 'al_dia'
  ELSE 'otra' END`
