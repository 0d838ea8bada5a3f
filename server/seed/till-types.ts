/** Kinds of what the demo's drawers take in and give out, and what was decided of one that asks. */
import { sql } from 'drizzle-orm'
import { fold } from '@contract/values/text.ts'
import type { Tx } from '../platform/db/connect.ts'
import { postDecided, readMovement, type MovementSignature } from '../rules/cash/movements.ts'

/** Their ids; `advance` asks, of one agency alone, and so does `publicity`, which the banca bears: in Panama there are neither. */
export interface TillTypes {
  change: number
  transport: number
  paper: number
  advance?: number
  publicity?: number
}

interface Made {
  direction: 'ingreso' | 'egreso'
  name: string
  needs_approval?: boolean
  borne_by?: 'agencia' | 'banca'
}

async function make(tx: Tx, partner_id: number, { direction, name, needs_approval, borne_by }: Made): Promise<number> {
  const made = await tx.one<{ id: number }>(sql`
    INSERT INTO expenditure_types (partner_id, direction, name, name_key, needs_approval, borne_by)
    VALUES (${partner_id}, ${direction}, ${name}, ${fold(name)}, ${needs_approval ?? false}, ${borne_by ?? 'agencia'}) RETURNING id`)
  return made!.id
}

export async function loadTypes(tx: Tx, country_iso2: string, agency_id: number | undefined): Promise<TillTypes> {
  const banca = (await tx.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`))!.id
  const usual = {
    change: await make(tx, banca, { direction: 'ingreso', name: 'Sencillo para cambio' }),
    transport: await make(tx, banca, { direction: 'egreso', name: 'Transporte de valores' }),
    paper: await make(tx, banca, { direction: 'egreso', name: 'Papelería y limpieza' }),
  }
  if (country_iso2 === 'PA' || agency_id === undefined) return usual
  const asks = { direction: 'egreso', needs_approval: true } as const
  return {
    ...usual,
    advance: await make(tx, agency_id, { ...asks, name: 'Adelanto de sueldo' }),
    publicity: await make(tx, banca, { ...asks, name: 'Publicidad', borne_by: 'banca' }),
  }
}

/** What was decided above of one that asked. */
export async function decideOne(
  tx: Tx,
  id: number,
  state: 'aprobado' | 'rechazado',
  signature: MovementSignature,
): Promise<void> {
  const observation = state === 'rechazado' ? 'No corresponde a esta quincena' : null
  await tx.run(sql`
    UPDATE cash_movements SET state = ${state}, observation = ${observation}, decided_by = ${signature.by},
      decided_at = ${signature.at.toISOString()}::timestamptz, version = version + 1, updated_at = now()
    WHERE id = ${id}`)
  await postDecided(tx, await readMovement(tx, id), signature)
}
