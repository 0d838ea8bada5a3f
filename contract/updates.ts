/**
 * Versions of the terminals' software. A file comes up in parts and is read apart; a version goes out by channel, share and
 * office, is halted or taken back, and each terminal asks what it should run.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { moves, stateField } from './states.ts'
import { officeOfCaller } from './tickets.ts'
import { remark, text } from './values/contact.ts'
import { instant } from './values/dates.ts'

export const softwareLimits = {
  /** Of one file: 256 MB as people count them. */
  bytes: 268_435_456,
  /** Of one part; the last one has what is left. */
  part_bytes: 1_048_576,
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

const channels = ['estable', 'prueba'] as const
const channelLooks = { labels: { estable: 'Estable', prueba: 'De prueba' } } as const
const channel = field(z.enum(channels), 'Canal', channelLooks)

const states = {
  subiendo: { label: 'Subiendo', tone: 'waiting' },
  lista: { label: 'Lista', tone: 'neutral' },
  en_curso: { label: 'Desplegándose', tone: 'good' },
  detenida: { label: 'Detenida', tone: 'waiting' },
  retirada: { label: 'Retirada', tone: 'bad' },
} as const

const row = z.object({
  id: z.number().int(),
  filename: field(z.string(), 'Archivo', { width: 36 }),
  state: stateField(states),
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
  channel: channel.nullable(),
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
export type UpdateRow = z.infer<typeof row>

/** Where the file goes: each part by its number, from 0, to this address, with its SHA-256. */
const uploadTo = z.object({
  method: z.literal('POST'),
  path: z.string().meta({ description: 'Termina en el número de la parte, desde 0' }),
  part_bytes: z.number().int(),
  parts: z.number().int(),
  received: z.array(z.number().int()).meta({ description: 'Números de las partes que ya están' }),
})
/** Null once it is whole. */
const detail = row.extend({ upload: uploadTo.nullable() })
export type UpdateDetail = z.infer<typeof detail>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'No es un SHA-256 en hexadecimal')
const notes = field(remark(500).default(''), 'Notas', { control: 'area', wide: true, hint: 'Qué cambia con ella.' })

const standings = ['al_dia', 'por_actualizar', 'por_volver', 'falla', 'otra', 'sin_dato', 'sin_version'] as const
export type SoftwareStanding = (typeof standings)[number]
const standing = field(z.enum(standings), 'Estado', {
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

const stages = ['descargando', 'instalando', 'falla'] as const

const officeRow = z.object({
  id: z.number().int(),
  name: field(z.string(), 'Taquilla', { width: 28 }),
  father_name: field(z.string(), 'Agencia', { width: 28 }),
  channel,
  standing,
  version_name: field(z.string().nullable(), 'Tiene', { nothing: 'Sin dato' }),
  version_code: field(z.number().int().nullable(), 'Número'),
  target_name: field(z.string().nullable(), 'Le toca', { nothing: 'Ninguna' }),
  note: field(z.string(), 'Lo que dijo', { width: 40 }),
  asked_at: field(instant.nullable(), 'Preguntó', { nothing: 'Nunca' }),
})
export type UpdateOfficeRow = z.infer<typeof officeRow>

const admin = '/api/v2/admin'
const base = `${admin}/software/versions`
const terminals = '/api/v2/ticket-office/software'
const access = rules.banca

const { list: offices, export: officesExport } = listEndpoint(base, {
  path: `${admin}/software/offices`,
  title: 'Software de las taquillas',
  access,
  row: officeRow,
  search: 'taquilla o código',
  filters: { standing, channel, partner_id: partnerFilter },
  sort: ['name', 'father_name', 'version_code', 'asked_at'],
  summary: 'Qué versión tiene cada taquilla y cuál le toca',
})

export const updates = entity('updates', {
  ...listEndpoint(base, {
    path: base,
    title: 'Versiones de software',
    access,
    row,
    search: 'archivo o versión',
    filters: { state: row.shape.state, channel },
    sort: ['created_at', 'version_code', 'filename', 'bytes', 'state'],
    first: '-created_at',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: detail,
    summary: 'Una versión, y las partes de su archivo que ya llegaron',
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    access,
    status: 201,
    body: z.object({
      filename: field(text(1, 200, 'Falta el nombre del archivo'), 'Archivo'),
      bytes: field(z.number().int().min(1, 'El archivo está vacío'), 'Tamaño (bytes)'),
      sha256,
      notes,
    }),
    response: detail,
    summary: 'Anuncia un archivo: responde adónde se sube, y qué partes ya están si se había empezado',
  }),
  part: endpoint({
    method: 'POST',
    path: `${base}/:id/parts/:part`,
    access,
    heard: true,
    params: byId.extend({
      part: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(softwareLimits.bytes / softwareLimits.part_bytes)
        .meta({ description: 'Su número, desde 0' }),
    }),
    query: z.object({ sha256: sha256.meta({ description: 'SHA-256 de la parte, en hexadecimal' }) }),
    upload: { largest_bytes: softwareLimits.part_bytes },
    response: z.object({ part: z.number().int(), received: z.number().int() }),
    summary: 'Una parte del archivo; enviada de nuevo, queda como estaba',
  }),
  analyze: endpoint({
    method: 'POST',
    path: `${admin}/analyze-apk`,
    access,
    body: z.object({ id }),
    response: detail,
    summary: 'Lee el APK que llegó: paquete, versión, permisos y quién lo firmó. Uno que no sirve no se guarda',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access,
    params: byId,
    body: z.object({ notes, version: z.number().int() }),
    response: detail,
    summary: 'Guarda las notas de una versión',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    access,
    params: byId,
    response: z.object({ id: z.number().int() }),
    summary: 'Elimina una versión que nunca se desplegó, o deja de subirla',
  }),
  ...moves(base, {
    states,
    row: detail,
    moves: {
      rollout: {
        from: ['lista', 'en_curso', 'detenida', 'retirada'],
        to: 'en_curso',
        access,
        label: 'Desplegar',
        text: 'A las taquillas que les toca se les dice la próxima vez que pregunten. Las que ya la tienen la conservan.',
        needs: z.object({
          channel: field(z.enum(channels).default('estable'), 'Canal', {
            ...channelLooks,
            control: 'radio',
            hint: 'Las taquillas de prueba reciben lo de los dos canales.',
          }),
          share: field(z.number().int().min(1, 'Al menos 1 %').max(100, 'Hasta 100 %').default(100), 'Parte (%)', {
            hint: 'De las taquillas a las que les toca. Ampliada, las primeras siguen dentro.',
          }),
          partner_ids: field(
            z.array(id).max(softwareLimits.partners, `Hasta ${softwareLimits.partners} afiliados`).default([]),
            'Solo para',
            { wide: true, hint: 'Las taquillas de estos afiliados. Vacío: las de toda la banca.' },
          ),
        }),
        summary: 'Despliega una versión, o amplía o acorta su despliegue',
      },
      halt: {
        from: ['en_curso'],
        to: 'detenida',
        access,
        label: 'Detener',
        text: 'Ninguna otra taquilla la recibe. Las que ya la tienen la conservan.',
        summary: 'Detiene un despliegue: nadie más la recibe',
      },
      withdraw: {
        from: ['en_curso', 'detenida'],
        to: 'retirada',
        access,
        label: 'Retirar',
        text: 'A las taquillas que la tienen se les dice que vuelvan a la anterior que les toca.',
        danger: true,
        summary: 'Retira una versión: quien la tiene vuelve a la anterior',
      },
    },
  }),
  offices,
  officesExport,
  channel: endpoint({
    method: 'PUT',
    path: `${admin}/software/offices/channel`,
    access,
    body: z.object({
      ids: z
        .array(id)
        .min(1, 'Elija al menos una')
        .max(softwareLimits.offices, `Hasta ${softwareLimits.offices} a la vez`),
      channel,
    }),
    response: z.object({ changed: z.number().int() }),
    summary: 'Pone taquillas en un canal',
  }),
  ask: endpoint({
    method: 'POST',
    path: terminals,
    access: rules.anyCounter,
    heard: true,
    body: z.object({
      device_id: z.string().trim().min(8, 'Al menos 8 letras o números').max(80),
      package: z.string().trim().max(200).meta({ description: 'El que tiene instalado' }),
      version_code: z.number().int().min(0).max(2_147_483_647),
      version_name: z.string().trim().max(40).default(''),
      stage: z.enum(stages).optional().meta({ description: 'En qué está con la versión que le toca' }),
      note: z.string().trim().max(200).default('').meta({ description: 'Qué falló, en palabras' }),
      office_id: officeOfCaller,
    }),
    response: z.object({
      action: z.enum(['nada', 'actualizar', 'volver']),
      /** What it should run; null where nothing changes. */
      target: z
        .object({
          id: z.number().int(),
          package: z.string(),
          version_code: z.number().int(),
          version_name: z.string(),
          bytes: z.number().int(),
          sha256: z.string(),
          certificate: z.string(),
        })
        .nullable(),
      /** When to ask again. */
      seconds: z.number().int(),
    }),
    summary: 'Una terminal dice qué versión tiene, y oye cuál debería tener',
  }),
  download: endpoint({
    method: 'GET',
    path: `${terminals}/:id`,
    access: rules.anyCounter,
    params: byId,
    query: z.object({
      from: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(softwareLimits.bytes)
        .default(0)
        .meta({ description: 'Desde qué byte: una descarga que se cortó continúa' }),
      office_id: officeOfCaller,
    }),
    response: 'file',
    summary: 'El archivo de la versión que le toca a la taquilla',
  }),
})
