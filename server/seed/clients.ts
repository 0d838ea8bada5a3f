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
      SELECT * FROM jsonb_to_recordset(${json(rows)}) AS person(n int, type text, dni text, name text, name_key text)
    ),
    done AS MATERIALIZED (
      SELECT operation.*, row_number() OVER (ORDER BY operation.at, operation.id) % ${people.length} AS n FROM (
        SELECT 'polla' AS kind, ticket.day, ticket.id, ticket.office_id, ticket.seller_id AS by, ticket.sold_at AS at FROM tickets ticket
        WHERE ticket.day >= ${since}::date AND ticket.state <> 'anulado' AND ticket.id % 4 = 0
          AND EXISTS (
            SELECT 1
            FROM ticket_lines line
            JOIN bet_types bet ON bet.id = line.bet_type_id AND bet.kind = 'polla'
            WHERE line.day = ticket.day AND line.ticket_id = ticket.id
          )
        UNION ALL
        SELECT 'premio', ticket.day, ticket.id, ticket.paid_office_id, ticket.paid_by, ticket.paid_at FROM tickets ticket
        WHERE ticket.day >= ${since}::date AND ticket.state = 'pagado' AND ticket.paid_at IS NOT NULL AND ticket.paid_office_id IS NOT NULL
          AND ticket.id % 10 = 0) operation
    ), first AS (SELECT DISTINCT ON (n) n, office_id, by, at FROM done ORDER BY n, at, id),
    registered AS (
      INSERT INTO clients (type, dni, name, name_key, partner_id, created_by, created_at)
      SELECT person.type, person.dni, person.name, person.name_key, first.office_id, first.by, first.at FROM person JOIN first USING (n)
      RETURNING id, dni)
    INSERT INTO client_operations (kind, day, ref_id, client_id, office_id, created_by, at)
    SELECT done.kind, done.day, done.id, registered.id, done.office_id, done.by, done.at FROM done JOIN person USING (n)
    JOIN registered USING (dni)`)
}
