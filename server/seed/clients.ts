/** Some people who have tickets and prizes put to their name, so that the demo's clients have done something. */
import { sql } from 'drizzle-orm'
import type { Currency } from '@contract/values/currency.ts'
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
  ['V', '12873346', 'Nelson Urdaneta'],
  ['V', '20415597', 'Yubisay Rondón'],
  ['V', '8211764', 'Orlando Chacín'],
  ['E', '84113902', 'Edilberto Quiroz'],
  ['V', '17550231', 'Maryuri Aponte'],
  ['V', '28640095', 'Kleiver Bracho'],
] as const

/** From these prizes on the banca wants to know whom it pays. */
const askedFrom: Partial<Record<Currency, string>> = { BS: '15000.00', USD: '300.00', COP: '500000.00' }

/** Days of which the demo's clients are told. */
interface ClientDays {
  /** Pollas, and prizes: every one that is asked for has a client. */
  since: string
  /** Tickets of the other games. */
  week: string
}

/**
 * Every fourth polla, every twentieth ticket (of the office that people try, every other one) and every tenth prize paid
 * of the last days, beside the prizes that are asked for. Who buys a ticket is who is paid. Registered where they were first met.
 */
export async function loadClients(db: Executor, { since, week }: ClientDays): Promise<void> {
  const rows = people.map(([type, dni, name], n) => ({ n, type, dni, name, name_key: fold(name) }))
  await db.run(sql`UPDATE banca SET client_from_prize = ${json(askedFrom)}`)
  await db.run(sql`
    WITH person AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${json(rows)}) AS person(n int, type text, dni text, name text, name_key text)
    ),
    late AS MATERIALIZED (
      SELECT ticket.*, EXISTS (
        SELECT 1 FROM ticket_lines line JOIN bet_types bet ON bet.id = line.bet_type_id AND bet.kind = 'polla'
        WHERE line.day = ticket.day AND line.ticket_id = ticket.id
      ) AS is_polla
      FROM tickets ticket WHERE ticket.day >= ${since}::date
    ),
    done AS MATERIALIZED (
      SELECT operation.*, mod(abs(hashint8(operation.id)::bigint), ${people.length}) AS n FROM (
        SELECT CASE WHEN is_polla THEN 'polla' ELSE 'ticket' END AS kind, day, id, office_id, seller_id AS by, sold_at AS at FROM late
        WHERE state <> 'anulado' AND CASE WHEN is_polla THEN id % 4 = 0 ELSE day >= ${week}::date
          AND (id % 20 = 0 OR (id % 2 = 0 AND office_id = (SELECT partner_id FROM users WHERE username = 'taquilla'))) END
        UNION ALL
        SELECT 'premio', day, id, paid_office_id, paid_by, paid_at FROM late
        WHERE state = 'pagado' AND paid_at IS NOT NULL AND paid_office_id IS NOT NULL
          AND (id % 10 = 0 OR prize >= (${json(askedFrom)} ->> currency::text)::numeric)) operation
    ), first AS (SELECT DISTINCT ON (n) n, office_id, by, at FROM done ORDER BY n, at, id),
    registered AS (
      INSERT INTO clients (type, dni, name, name_key, partner_id, created_by, created_at)
      SELECT person.type, person.dni, person.name, person.name_key, first.office_id, first.by, first.at FROM person JOIN first USING (n)
      RETURNING id, dni)
    INSERT INTO client_operations (kind, day, ref_id, client_id, office_id, created_by, at)
    SELECT done.kind, done.day, done.id, registered.id, done.office_id, done.by, done.at FROM done JOIN person USING (n)
    JOIN registered USING (dni)`)
}
