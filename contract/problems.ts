/**
 * Every way a call can fail: one table of codes, each with its HTTP status and the Spanish
 * sentence a person reads. The server answers them as `application/problem+json` (RFC 9457);
 * the console shows `detail` and never invents wording of its own for a code.
 */

import { booksProblems } from './books-problems.ts'
import { cashProblems } from './cash-problems.ts'
import { rateProblems } from './rate-problems.ts'
import { drawProblems } from './draw-problems.ts'
import {
  apartProblems,
  externalProblems,
  networkProblems,
  pictureProblems,
  sheetProblems,
  softwareProblems,
} from './file-problems.ts'
import { ledgerProblems } from './ledger-problems.ts'
import { ownProblems, type ProblemKind } from './own-problems.ts'
import { crossDbProblems } from './cross-db-problems.ts'
import { peopleProblems } from './people-problems.ts'
import { saleProblems } from './sale-problems.ts'

export const problems = {
  ...ownProblems,
  invalid: { status: 400, title: 'Datos no válidos', detail: 'Revise los campos señalados.' },
  unknown_timezone: { status: 400, title: 'Zona horaria desconocida', detail: 'La zona horaria indicada no existe.' },
  idempotency_key_missing: {
    status: 400,
    title: 'Falta la clave de la operación',
    detail: 'Esta operación mueve dinero y necesita la cabecera Idempotency-Key.',
  },
  headers_too_large: {
    status: 431,
    title: 'Cabeceras demasiado grandes',
    detail: 'Las cabeceras de la solicitud superan el tamaño permitido.',
  },
  too_slow: {
    status: 408,
    title: 'Solicitud incompleta',
    detail: 'La solicitud no llegó completa a tiempo. Intente de nuevo.',
  },
  unauthenticated: { status: 401, title: 'Sesión requerida', detail: 'Inicie sesión para continuar.' },
  bad_credentials: {
    status: 401,
    title: 'Datos de acceso incorrectos',
    detail: 'El usuario o la contraseña no son correctos.',
  },
  wrong_password: { status: 422, title: 'Contraseña incorrecta', detail: 'La contraseña actual no es correcta.' },
  foreign_database: {
    status: 403,
    title: 'Base de datos no registrada',
    detail: 'Esa base de datos no está registrada para su usuario.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Otra persona guardó antes',
    detail: 'El registro cambió mientras usted lo editaba. Revise las diferencias antes de guardar.',
  },
  idempotency_mismatch: {
    status: 409,
    title: 'Clave repetida con otros datos',
    detail: 'Esa clave de operación ya se usó con otros datos.',
  },
  matched_rows_changed: {
    status: 409,
    title: 'El filtro ya no coincide',
    detail: 'La cantidad de filas que cumplen el filtro cambió. No se modificó nada.',
  },
  live_busy: {
    status: 429,
    title: 'Demasiadas pantallas en vivo',
    detail:
      'Ya hay demasiadas pantallas en vivo abiertas. Cierre alguna; mientras tanto las cifras se piden cada 15 segundos.',
  },
  busy: {
    status: 503,
    title: 'Servidor ocupado',
    detail: 'Hay demasiadas consultas en curso. Espere unos segundos e intente de nuevo.',
  },

  disk_full: {
    status: 507,
    title: 'Disco lleno',
    detail: 'El servidor no tiene espacio en disco y no guardó nada. Avise a quien lo administra.',
  },
  range_backwards: {
    status: 422,
    title: 'Rango de fechas invertido',
    detail: 'La fecha inicial es posterior a la final.',
  },
  range_too_long: {
    status: 422,
    title: 'Rango demasiado largo',
    detail: 'El rango de fechas no puede superar 366 días.',
  },
  recalculation_running: {
    status: 409,
    title: 'Recálculo en curso',
    detail: 'Ya hay un recálculo en curso. Espere a que termine.',
  },
  too_many_views: {
    status: 409,
    title: 'Demasiadas vistas',
    detail: 'Ya tiene 50 vistas guardadas de esta pantalla. Elimine alguna que no use.',
  },
  name_taken: { status: 422, title: 'Nombre en uso', detail: 'Ya existe un registro con ese nombre.' },
  code_taken: { status: 422, title: 'Código en uso', detail: 'Ya existe un registro con ese código.' },
  invalid_father: {
    status: 422,
    title: 'Padre no válido',
    detail: 'El padre elegido no admite este tipo de registro.',
  },
  currency_below: {
    status: 422,
    title: 'Moneda en uso',
    detail: 'Lo que depende de él vende en esa moneda. Quítela primero más abajo.',
  },
  own_partner: {
    status: 409,
    title: 'Su propio afiliado',
    detail: 'El registro de su propio afiliado lo cambia quien está por encima.',
  },
  invalid_responsible: {
    status: 422,
    title: 'Responsable no válido',
    detail: 'El responsable de pago debe ser la agencia o un ascendiente suyo.',
  },
  invalid_municipality: {
    status: 422,
    title: 'Municipio no válido',
    detail: 'El municipio no pertenece al estado elegido.',
  },
  limit_contradiction: {
    status: 422,
    title: 'Límites contradictorios',
    detail: 'El mínimo no puede superar al máximo.',
  },
  banca_sold: { status: 409, title: 'La banca ya vendió', detail: 'Con lo vendido queda fijo.' },
  report_disabled: {
    status: 403,
    title: 'Reporte cerrado',
    detail: 'La banca cerró este reporte. Pida que lo abra en la configuración.',
  },
  office_sold: {
    status: 409,
    title: 'La taquilla ya vendió',
    detail: 'Lo que vendió o pagó se liquida con su agencia: no cambia de agencia. Cree otra taquilla en la nueva.',
  },
  rate_scheduled: {
    status: 409,
    title: 'Ya hay una comisión para ese instante',
    detail: 'Otra persona ya la puso. Retírela, o elija otro instante.',
  },
  rate_begun: {
    status: 409,
    title: 'Ya rige',
    detail: 'Esa comisión ya rige, o se retiró antes. Lo que empezó no se borra: fije otra.',
  },
  setting_above_father: {
    status: 422,
    title: 'Límite por encima del padre',
    detail: 'El valor supera el límite que permite el padre.',
  },
  inheritance_changed: {
    status: 422,
    title: 'Heredaría otra cosa',
    detail: 'Ahí tendría más de lo que usted puede dar, o perdería lo que se le fijó desde arriba.',
  },
  ...saleProblems,
  ...drawProblems,
  ...booksProblems,
  ...cashProblems,
  ...rateProblems,
  ...pictureProblems,
  ...apartProblems,
  ...sheetProblems,
  ...externalProblems,
  ...networkProblems,
  ...softwareProblems,
  ...peopleProblems,
  ...crossDbProblems,
  ...ledgerProblems,
  view_without_file: {
    status: 409,
    title: 'Vista sin archivo',
    detail: 'Esta vista no se puede enviar como archivo. Si su pantalla se exporta, guárdela de nuevo.',
  },
  too_many_followed: {
    status: 409,
    title: 'Demasiadas vistas por la mañana',
    detail: 'Ya recibe cada mañana la cantidad máxima de vistas. Deje de recibir alguna.',
  },
  too_many_files: {
    status: 429,
    title: 'Demasiados archivos en espera',
    detail: 'Ya hay varios archivos suyos en preparación. Espere a que termine alguno o quite uno.',
  },
  export_busy: {
    status: 429,
    title: 'Demasiadas exportaciones',
    detail: 'Espere a que terminen sus exportaciones en curso.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof problems

/** One field's fault. `path` is dotted (`limits.0.min_stake`); `extra` carries figures such as what is still available. */
export interface FieldFault {
  path: string
  message: string
  code?: ProblemCode
  extra?: Record<string, string | number>
}

/** What travels on the wire. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  code: ProblemCode
  detail: string
  instance?: string
  errors?: FieldFault[]
  [extra: string]: unknown
}
