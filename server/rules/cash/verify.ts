/** What must always hold of movements of drawers and funds and of what they posted: rules for `verifyBooks`. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (movement_id, partner_id, kind, sub, currency, register_id, amount): what each movement's entries came to. */
const postings = sql`
  SELECT entry.ref_id AS movement_id, entry.register_id, account.partner_id, account.kind, account.sub, account.currency,
    posting.amount
  FROM ledger_entries entry
  JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
  JOIN ledger_accounts account ON account.id = posting.account_id
  WHERE entry.ref_kind = 'movement'`

/** Each with where its money is, and by how much it has more of it. */
const movements = sql`(
  SELECT movement.*, coalesce(movement.office_id, fund.partner_id) AS holder_id, office.father_id AS agency_id, type.borne_by,
    CASE WHEN movement.fund_id IS NULL THEN 'caja' ELSE 'fondo' END AS money,
    coalesce(movement.fund_id, movement.method_id, 0) AS money_sub,
    CASE movement.direction WHEN 'entra' THEN movement.amount ELSE -movement.amount END AS more
  FROM cash_movements movement
  LEFT JOIN partners office ON office.id = movement.office_id
  LEFT JOIN cash_funds fund ON fund.id = movement.fund_id
  LEFT JOIN expenditure_types type ON type.id = movement.type_id)`

const isWritten = sql`movement.kind IN ('ingreso', 'egreso') AND movement.state <> 'eliminado'`
/** A half whose money is where it says: the giver's went out with it, the receiver's came in once it was accepted. */
const isThere = sql`movement.pair_id IS NOT NULL AND (
  movement.state = 'aceptado' OR (movement.state = 'por_aceptar' AND movement.direction = 'sale'))`

/** Rows as `postings` are, summed: what each movement should have posted, as it stands. */
const due = sql`
  SELECT movement.id AS movement_id, movement.currency, side.partner_id, side.kind, side.sub, side.amount
  FROM ${movements} movement
  CROSS JOIN LATERAL (
    SELECT movement.holder_id AS partner_id, movement.money AS kind, movement.money_sub AS sub, movement.more AS amount
    UNION ALL
    SELECT movement.holder_id, CASE movement.state WHEN 'por_aprobar' THEN 'por_aprobar' WHEN 'rechazado' THEN 'diferencias'
      ELSE movement.kind || 's' END, CASE WHEN movement.state IN ('registrado', 'aprobado') THEN movement.type_id ELSE 0 END,
      -movement.more
  ) side
  WHERE ${isWritten}
  UNION ALL
  SELECT movement.id, movement.currency, movement.holder_id, side.kind, side.sub, side.amount
  FROM ${movements} movement
  CROSS JOIN LATERAL (VALUES ('fondo', movement.fund_id, movement.more),
    (CASE WHEN movement.other_fund_id IS NOT NULL THEN 'fondo' WHEN movement.account_id IS NOT NULL THEN 'banco' ELSE 'fuera' END,
      coalesce(movement.other_fund_id, movement.account_id, 0), -movement.more)) side(kind, sub, amount)
  WHERE movement.kind = 'fondo'
  UNION ALL
  SELECT movement.id, movement.currency, side.partner_id, 'ajustes', 0, side.amount
  FROM ${movements} movement
  CROSS JOIN LATERAL (VALUES (movement.agency_id, movement.amount),
    ((SELECT id FROM partners WHERE type = 'banca'), -movement.amount)) side(partner_id, amount)
  WHERE movement.state = 'aprobado' AND movement.borne_by = 'banca'
  UNION ALL
  SELECT movement.id, movement.currency, side.partner_id, side.kind, side.sub, side.amount
  FROM ${movements} movement
  JOIN ${movements} pair ON pair.id = movement.pair_id
  CROSS JOIN LATERAL (VALUES (movement.holder_id, movement.money, movement.money_sub, movement.more),
    (CASE movement.direction WHEN 'sale' THEN movement.holder_id ELSE pair.holder_id END, 'transito', 0, -movement.more)
  ) side(partner_id, kind, sub, amount)
  WHERE ${isThere}`

export const movementRules: readonly [string, SQL][] = [
  [
    'cada movimiento de caja asentó lo que su estado dice, y nada más',
    sql`
    SELECT partner_id, currency FROM (${due}) due FULL JOIN (
      SELECT movement_id, partner_id, kind, sub, currency, sum(amount) AS amount FROM (${postings}) posting GROUP BY 1, 2, 3, 4, 5
    ) posted USING (movement_id, partner_id, kind, sub, currency) WHERE coalesce(due.amount, 0) <> coalesce(posted.amount, 0)`,
  ],
  [
    'cada movimiento cuenta en su caja, y en ninguna otra',
    sql`
    SELECT partner_id, currency FROM (
      SELECT movement.id AS movement_id, movement.register_id, movement.holder_id AS partner_id, movement.currency,
        movement.more AS amount
      FROM ${movements} movement
      WHERE movement.register_id IS NOT NULL AND (${isWritten} OR ${isThere}
        OR (movement.state = 'rehusado' AND movement.direction = 'sale'))
    ) due FULL JOIN (
      SELECT movement_id, register_id, partner_id, currency, sum(amount) AS amount FROM (${postings}) posting
      WHERE register_id IS NOT NULL AND kind = 'caja' GROUP BY 1, 2, 3, 4
    ) posted USING (movement_id, register_id, partner_id, currency) WHERE coalesce(due.amount, 0) <> coalesce(posted.amount, 0)`,
  ],
  [
    'lo que está por aprobar es lo que esperan los movimientos',
    sql`
    SELECT partner_id, currency FROM (
      SELECT movement.office_id AS partner_id, movement.currency, sum(movement.more) AS amount
      FROM ${movements} movement WHERE movement.state = 'por_aprobar' GROUP BY 1, 2
    ) waits FULL JOIN (
      SELECT account.partner_id, account.currency, sum(ledger_day.credit - ledger_day.debit) AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'por_aprobar' GROUP BY 1, 2
    ) booked USING (partner_id, currency) WHERE coalesce(waits.amount, 0) <> coalesce(booked.amount, 0)`,
  ],
  [
    'lo que está en tránsito es lo que se entregó y nadie ha aceptado',
    sql`
    SELECT partner_id, currency FROM (
      SELECT movement.holder_id AS partner_id, movement.currency, sum(movement.amount) AS amount
      FROM ${movements} movement WHERE movement.state = 'por_aceptar' AND movement.direction = 'sale' GROUP BY 1, 2
    ) given FULL JOIN (
      SELECT account.partner_id, account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'transito' GROUP BY 1, 2
    ) booked USING (partner_id, currency) WHERE coalesce(given.amount, 0) <> coalesce(booked.amount, 0)`,
  ],
  [
    'lo que tiene cada fondo es lo que sus movimientos dejaron en él, y nunca menos que nada',
    sql`
    SELECT partner_id, currency FROM (
      SELECT fund.id AS fund_id, fund.partner_id, side.currency, sum(side.amount) AS amount
      FROM cash_funds fund JOIN (
        SELECT movement.fund_id, movement.currency, movement.more AS amount FROM ${movements} movement
        WHERE movement.kind = 'fondo' OR ${isThere}
        UNION ALL
        SELECT movement.other_fund_id, movement.currency, -movement.more FROM ${movements} movement
      ) side ON side.fund_id = fund.id GROUP BY 1, 2, 3
    ) moved FULL JOIN (
      SELECT account.sub AS fund_id, account.partner_id, account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
      FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'fondo' AND account.sub <> 0 GROUP BY 1, 2, 3
    ) booked USING (fund_id, partner_id, currency)
    WHERE coalesce(moved.amount, 0) <> coalesce(booked.amount, 0) OR booked.amount < 0`,
  ],
  [
    'lo que se aceptó de otro deudor llevó su deuda, una vez, y ningún otro pago viene de una entrega',
    sql`
    SELECT partner_id, currency FROM (
      SELECT giving.id AS movement_id, coalesce(giving.agency_id, taking.agency_id) AS partner_id, giving.currency,
        CASE WHEN taking.fund_id IS NULL THEN 'recibe' ELSE 'paga' END AS direction,
        CASE WHEN taking.fund_id IS NULL THEN giving.holder_id ELSE taking.holder_id END AS counterpart_id, giving.amount
      FROM ${movements} giving JOIN ${movements} taking ON taking.id = giving.pair_id
      WHERE giving.direction = 'sale' AND giving.state = 'aceptado'
        AND coalesce(giving.agency_id, giving.holder_id) <> coalesce(taking.agency_id, taking.holder_id)
    ) due FULL JOIN (
      SELECT payment.movement_id, payment.partner_id, payment.currency, payment.direction, payment.counterpart_id, payment.amount
      FROM payments payment WHERE payment.movement_id IS NOT NULL AND payment.state = 'confirmado'
    ) carried USING (movement_id, partner_id, currency, direction, counterpart_id)
    WHERE due.amount IS DISTINCT FROM carried.amount`,
  ],
  [
    'las dos mitades de una entrega dicen lo mismo',
    sql`
    SELECT movement.office_id AS partner_id, movement.currency, movement.day FROM cash_movements movement
    LEFT JOIN cash_movements pair ON pair.id = movement.pair_id
    WHERE (movement.kind IN ('transferencia', 'recarga')) <> (movement.pair_id IS NOT NULL)
      OR movement.pair_id IS NOT NULL AND (
        (pair.pair_id, pair.state, pair.currency, pair.amount) IS DISTINCT FROM
          (movement.id, movement.state, movement.currency, movement.amount)
        OR pair.direction = movement.direction)`,
  ],
]
