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
import {
  softwareChannel,
  softwareDetail,
  softwareLimits,
  softwareOffice,
  softwareRow,
  softwareStanding,
  softwareStates,
} from './software.ts'
import { moves } from './states.ts'
import { officeOfCaller } from './tickets.ts'
import { remark, text } from './values/contact.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'No es un SHA-256 en hexadecimal')
const notes = field(remark(500).default(''), 'Notas', { control: 'area', wide: true, hint: 'Qué cambia con ella.' })
const stages = ['descargando', 'instalando', 'falla'] as const

const admin = '/api/v2/admin'
const base = `${admin}/software/versions`
const terminals = '/api/v2/ticket-office/software'
const access = rules.banca

const { list: offices, export: officesExport } = listEndpoint(base, {
  path: `${admin}/software/offices`,
  title: 'Software de las taquillas',
  access,
  row: softwareOffice,
  search: 'taquilla o código',
  filters: { standing: softwareStanding, channel: softwareChannel, partner_id: partnerFilter },
  sort: ['name', 'father_name', 'version_code', 'asked_at'],
  summary: 'Qué versión tiene cada taquilla y cuál le toca',
})

export const updates = entity('updates', {
  ...listEndpoint(base, {
    path: base,
    title: 'Versiones de software',
    access,
    row: softwareRow,
    search: 'archivo o versión',
    filters: { state: softwareRow.shape.state, channel: softwareChannel },
    sort: ['created_at', 'version_code', 'filename', 'bytes', 'state'],
    first: '-created_at',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: softwareDetail,
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
      part_sha256: z
        .array(sha256)
        .max(Math.ceil(softwareLimits.bytes / softwareLimits.stored_part_bytes))
        .optional()
        .meta({ description: 'El de cada 8 MiB, en su orden: los comprueba el almacén de archivos, donde hay uno' }),
    }),
    response: softwareDetail,
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
    response: softwareDetail,
    summary: 'Lee el APK que llegó: paquete, versión, permisos y quién lo firmó. Uno que no sirve no se guarda',
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access,
    params: byId,
    body: z.object({ notes, version: z.number().int() }),
    response: softwareDetail,
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
    states: softwareStates,
    row: softwareDetail,
    moves: {
      rollout: {
        from: ['lista', 'en_curso', 'detenida', 'retirada'],
        to: 'en_curso',
        access,
        label: 'Desplegar',
        text: 'A las taquillas que les toca se les dice la próxima vez que pregunten. Las que ya la tienen la conservan.',
        needs: z.object({
          channel: field(softwareChannel.default('estable'), 'Canal', {
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
      channel: softwareChannel,
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
          url: z
            .string()
            .nullable()
            .meta({ description: 'De dónde descargarla sin pasar por el servidor, por un rato; null si la tiene él' }),
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
      offset: z.coerce
        .number<number>()
        .int()
        .min(0)
        .max(softwareLimits.bytes)
        .default(0)
        .meta({ description: 'Desde qué byte: una descarga que se cortó continúa' }),
      office_id: id.optional().meta({ description: 'Por cuál de sus taquillas, si quien llama tiene varias' }),
    }),
    response: 'file',
    summary: 'El archivo de la versión que le toca a la taquilla',
  }),
})
