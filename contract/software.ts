/** What is told of the terminals' software: a version, where its file goes, and what an office has; the calls are in `updates.ts`. */
import { z } from 'zod'
import { field } from './field.ts'
import { stateField } from './states.ts'
import { instant } from './values/dates.ts'

export const softwareLimits = {
  /** Of one file. */
  bytes: 256_000_000,
  /** Of one part; the last one has what is left. */
  part_bytes: 1_048_576,
  /** Of one part that goes to a store of files: none but the last may have less than 5 MiB there. */
  stored_part_bytes: 8_388_608,
  /** How long an address of the store is good for, in seconds. */
  address_seconds: 600,
  /** Files that may be half way up at once. */
  waiting: 5,
  /** How long one that nobody goes on with is kept. */
  waiting_days: 3,
  /** Partners that a roll-out may name. */
  partners: 200,
  /** Offices whose channel is changed at once. */
  offices: 200,
} as const
/** How often a terminal asks. */
export const softwareSeconds = 900

const softwareChannels = ['estable', 'prueba'] as const
const channelLooks = { labels: { estable: 'Estable', prueba: 'De prueba' } } as const
export const softwareChannel = field(z.enum(softwareChannels), 'Canal', channelLooks)

export const softwareStates = {
  subiendo: { label: 'Subiendo', tone: 'waiting' },
  lista: { label: 'Lista', tone: 'neutral' },
  en_curso: { label: 'Desplegándose', tone: 'good' },
  detenida: { label: 'Detenida', tone: 'waiting' },
  retirada: { label: 'Retirada', tone: 'bad' },
} as const

export const softwareRow = z.object({
  id: z.number().int(),
  filename: field(z.string(), 'Archivo', { width: 36 }),
  state: stateField(softwareStates),
  bytes: field(z.number().int(), 'Tamaño (bytes)'),
  received: field(z.number().int(), 'Recibidos (bytes)'),
  sha256: field(z.string(), 'SHA-256 del archivo', { width: 66 }),
  package: field(z.string().nullable(), 'Paquete', { width: 30 }),
  version_code: field(z.number().int().nullable(), 'Número'),
  version_name: field(z.string().nullable(), 'Versión', { width: 14 }),
  min_sdk: field(z.number().int().nullable(), 'Android mínimo (API)'),
  target_sdk: field(z.number().int().nullable(), 'Hecha para Android (API)'),
  permissions: field(z.array(z.string()), 'Permisos', { width: 60 }),
  schemes: field(z.array(z.string()), 'Firmas'),
  certificate: field(z.string().nullable(), 'Certificado (SHA-256)', { width: 66 }),
  notes: field(z.string(), 'Notas', { width: 40 }),
  channel: softwareChannel.nullable(),
  share: field(z.number().int().nullable(), 'Parte', { nothing: 'Ninguna' }),
  partner_ids: z.array(z.number().int()),
  partners: field(z.array(z.string()), 'Solo para', { nothing: 'Todas las taquillas' }),
  /** Offices that should run it, those that do, and those that tell of a fault with it. */
  meant: field(z.number().int(), 'Le toca a'),
  installed: field(z.number().int(), 'La tienen'),
  failed: field(z.number().int(), 'Con falla'),
  created_by: field(z.string(), 'Subió'),
  created_at: field(instant, 'Subida'),
  version: z.number().int(),
  actions: z.array(z.enum(['update', 'remove', 'rollout', 'halt', 'withdraw'])),
})
export type UpdateRow = z.infer<typeof softwareRow>

/**
 * Where the file goes: each part by its number, from 0, to one address of the server with its SHA-256 (POST), or each to an
 * address of its own in the store of files (PUT).
 */
const uploadTo = z.object({
  method: z.enum(['POST', 'PUT']),
  path: z.string().nullable().meta({ description: 'Del servidor: termina en el número de la parte, desde 0' }),
  part_bytes: z.number().int(),
  parts: z.number().int(),
  received: z.array(z.number().int()).meta({ description: 'Números de las partes que ya están' }),
  addresses: z
    .array(
      z.object({
        part: z.number().int(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).meta({ description: 'Con las que se envía, además de su longitud' }),
      }),
    )
    .meta({ description: 'Del almacén: las de las partes que faltan, al anunciarla; anunciada de nuevo, otras' }),
  seconds: z.number().int().nullable().meta({ description: 'Cuánto sirven las del almacén' }),
})
/** Null once it is whole. */
export const softwareDetail = softwareRow.extend({ upload: uploadTo.nullable() })
export type UpdateDetail = z.infer<typeof softwareDetail>

const standings = ['al_dia', 'por_actualizar', 'por_volver', 'falla', 'otra', 'sin_dato', 'sin_version'] as const
export type SoftwareStanding = (typeof standings)[number]
export const softwareStanding = field(z.enum(standings), 'Estado', {
  labels: {
    al_dia: 'Al día',
    por_actualizar: 'Por actualizar',
    por_volver: 'Por volver atrás',
    falla: 'Con falla',
    otra: 'Tiene otra',
    sin_dato: 'Nunca preguntó',
    sin_version: 'Ninguna le toca',
  },
  tones: {
    al_dia: 'good',
    por_actualizar: 'waiting',
    por_volver: 'waiting',
    falla: 'bad',
    otra: 'neutral',
    sin_dato: 'neutral',
    sin_version: 'neutral',
  },
})

export const softwareOffice = z.object({
  id: z.number().int(),
  name: field(z.string(), 'Taquilla', { width: 28 }),
  father_name: field(z.string(), 'Agencia', { width: 28 }),
  channel: softwareChannel,
  standing: softwareStanding,
  version_name: field(z.string().nullable(), 'Tiene', { nothing: 'Sin dato' }),
  version_code: field(z.number().int().nullable(), 'Número'),
  target_name: field(z.string().nullable(), 'Le toca', { nothing: 'Ninguna' }),
  note: field(z.string(), 'Lo que dijo', { width: 40 }),
  asked_at: field(instant.nullable(), 'Preguntó', { nothing: 'Nunca' }),
})
export type UpdateOfficeRow = z.infer<typeof softwareOffice>
