/** Some people who have pollas and prizes put to their name, so that the demo's clients have done something. */
import { sql } from 'drizzle-orm'
import { fold } from '@contract/values/text.ts'
import { json, type Executor } from '../platform/db/connect.ts'

const people = [
  ['V', '14256880', 'Yelitza Márquez'],
  ['V', '9873215', 'Ramón Istúriz'],
  ['V', '18604477', 'Carla Peñaloza'],
  ['V', '6521903', 'Domingo Arráiz'],
  ['E', '81240376', 'Luz Dary Ospina'],
  ['V', '22145908', 'Jesús Colmenares'],
  ['V', '11702658', 'Migdalia Torrealba'],
  ['P', 'AV402117', 'João Ferreira'],
  ['V', '16330512', 'Wilmer Guanipa'],
  ['V', '25987140', 'Andreína Lugo'],
] as const

/** Every fourth polla and every tenth prize paid of the last days, in turn. Registered where they were first met. */
export async function loadClients(db: Executor, since: string): Promise<void> {
  const rows = people.map(([type, dni, name], n) => ({ n, type, dni, name, name_key: fold(name) }))
  await db.run(sql`
    WITH person AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${json(rows)}) AS p(n int, type text, dni text, name text, name_key text)
    ),
    done AS MATERIALIZED (
      SELECT o.*, row_number() OVER (ORDER BY o.at, o.id) % ${people.length} AS n FROM (
        SELECT 'polla' AS kind, t.day, t.id, t.office_id, t.seller_id AS by, t.sold_at AS at FROM tickets t
        WHERE t.day >= ${since}::date AND t.state <> 'anulado' AND t.id % 4 = 0
          AND EXISTS (
            SELECT 1
            FROM ticket_lines l
            JOIN bet_types b ON b.id = l.bet_type_id AND b.kind = 'polla'
            WHERE l.day = t.day AND l.ticket_id = t.id
          )
        UNION ALL
        SELECT 'premio', t.day, t.id, t.paid_office_id, t.paid_by, t.paid_at FROM tickets t
        WHERE t.day >= ${since}::date AND t.state = 'pagado' AND t.paid_at IS NOT NULL AND t.paid_office_id IS NOT NULL AND t.id % 10 = 0) o
    ), first AS (SELECT DISTINCT ON (n) n, office_id, by, at FROM done ORDER BY n, at, id),
    registered AS (
      INSERT INTO clients (type, dni, name, name_key, partner_id, created_by, created_at)
      SELECT p.type, p.dni, p.name, p.name_key, f.office_id, f.by, f.at FROM person p JOIN first f USING (n) RETURNING id, dni)
    INSERT INTO client_operations (kind, day, ref_id, client_id, office_id, created_by, at)
    SELECT d.kind, d.day, d.id, r.id, d.office_id, d.by, d.at FROM done d JOIN person p USING (n) JOIN registered r USING (dni)`)
}
