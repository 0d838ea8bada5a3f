/**
 * Every way a call can fail: one table of codes, each with its HTTP status and the Spanish
 * sentence a person reads. The server answers them as `application/problem+json` (RFC 9457);
 * the console shows `detail` and never invents wording of its own for a code.
 */

import { apartProblems, externalProblems, networkProblems, pictureProblems, sheetProblems } from './file-problems.ts'
import { ownProblems, type ProblemKind } from './own-problems.ts'
import { peopleProblems } from './people-problems.ts'

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

  office_inactive: {
    status: 422,
    title: 'Taquilla inactiva',
    detail: 'La taquilla o un ascendiente suyo está inactivo.',
  },
  device_not_bound: {
    status: 422,
    title: 'Equipo no autorizado',
    detail: 'Esta taquilla está vinculada a otro equipo.',
  },
  ticket_empty: { status: 422, title: 'Ticket vacío', detail: 'El ticket no tiene jugadas.' },
  ticket_too_long: {
    status: 422,
    title: 'Demasiadas jugadas',
    detail: 'El ticket supera la cantidad de jugadas permitida.',
  },
  ticket_too_large: {
    status: 422,
    title: 'Ticket por encima del máximo',
    detail: 'El total del ticket supera el máximo permitido.',
  },
  ticket_repeated: {
    status: 409,
    title: 'Ticket repetido',
    detail: 'Hace menos de 3 minutos se vendió un ticket igual. Confirme para venderlo de nuevo.',
  },
  currency_not_sold: { status: 422, title: 'Moneda no habilitada', detail: 'La taquilla no vende en esa moneda.' },
  number_invalid: {
    status: 422,
    title: 'Número no válido',
    detail: 'El número no es válido para este tipo de jugada.',
  },
  bet_type_not_offered: {
    status: 422,
    title: 'Jugada no disponible',
    detail: 'El producto no ofrece ese tipo de jugada.',
  },
  product_not_sold: { status: 422, title: 'Producto no habilitado', detail: 'La taquilla no vende ese producto.' },
  stake_too_small: {
    status: 422,
    title: 'Monto por debajo del mínimo',
    detail: 'El monto es menor que el mínimo permitido.',
  },
  stake_without_cents: {
    status: 422,
    title: 'Monto con céntimos',
    detail: 'En esa moneda no se juegan céntimos.',
  },
  stake_too_large: {
    status: 422,
    title: 'Monto por encima del máximo',
    detail: 'El monto supera el máximo permitido.',
  },
  draw_closed: { status: 422, title: 'Sorteo cerrado', detail: 'El sorteo ya no recibe jugadas.' },
  draw_not_open: { status: 422, title: 'Sorteo sin abrir', detail: 'El sorteo todavía no recibe jugadas.' },
  draw_unknown: { status: 422, title: 'Sorteo desconocido', detail: 'El sorteo no existe.' },
  number_blocked: { status: 422, title: 'Número bloqueado', detail: 'El número está bloqueado para este sorteo.' },
  quota_exceeded: { status: 422, title: 'Cupo agotado', detail: 'El monto supera el cupo disponible.' },
  sale_refused: { status: 422, title: 'Venta rechazada', detail: 'Algunas jugadas no se pueden vender.' },

  ticket_wrong_code: { status: 422, title: 'Código incorrecto', detail: 'El código del ticket no es correcto.' },
  ticket_annulled: { status: 409, title: 'Ticket anulado', detail: 'El ticket está anulado.' },
  ticket_already_paid: { status: 409, title: 'Ticket ya pagado', detail: 'El premio de este ticket ya se pagó.' },
  ticket_not_winner: { status: 422, title: 'Ticket sin premio', detail: 'El ticket no tiene premio por pagar.' },
  ticket_pending: { status: 422, title: 'Sorteos pendientes', detail: 'El ticket aún tiene sorteos sin resultado.' },
  ticket_expired: { status: 422, title: 'Ticket vencido', detail: 'El plazo para cobrar este ticket terminó.' },
  ticket_returned: { status: 409, title: 'Ticket devuelto', detail: 'El ticket fue devuelto.' },
  ticket_other_office: {
    status: 422,
    title: 'Otra agencia',
    detail: 'El ticket solo se paga en la agencia que lo vendió.',
  },
  pay_needs_approval: {
    status: 409,
    title: 'Espera aprobación',
    detail: 'El pago espera la aprobación del padre de la agencia.',
  },
  pay_rejected: { status: 409, title: 'Pago rechazado', detail: 'El padre de la agencia rechazó este pago.' },
  approval_decided: { status: 409, title: 'Ya decidido', detail: 'Otra persona ya decidió este pago.' },
  annul_result_known: {
    status: 422,
    title: 'Sorteo con resultado',
    detail: 'Un sorteo del ticket ya tiene resultado; no se puede anular.',
  },
  tripleta_draws_missing: {
    status: 422,
    title: 'Faltan sorteos',
    detail: 'No hay suficientes sorteos por delante para esta tripleta.',
  },
  annul_window_over: {
    status: 422,
    title: 'Plazo de anulación vencido',
    detail: 'Ya pasó el tiempo permitido para anular este ticket.',
  },
  annul_draw_closed: {
    status: 422,
    title: 'Sorteo cerrado',
    detail: 'Un sorteo del ticket ya cerró; no se puede anular.',
  },

  draw_open: { status: 422, title: 'Sorteo abierto', detail: 'El sorteo aún recibe jugadas.' },
  draw_already_awarded: { status: 409, title: 'Sorteo ya premiado', detail: 'El sorteo ya tiene resultado.' },
  draw_suspended: { status: 409, title: 'Sorteo suspendido', detail: 'El sorteo está suspendido.' },
  draw_not_over: { status: 422, title: 'Sorteo por celebrarse', detail: 'Aún no es la hora del sorteo.' },
  result_invalid: { status: 422, title: 'Resultado no válido', detail: 'El resultado no corresponde a este producto.' },
  result_pending: {
    status: 409,
    title: 'Resultado por confirmar',
    detail: 'Otra persona ya anotó un resultado para este sorteo. Confírmelo o descártelo.',
  },
  result_entries_differ: {
    status: 409,
    title: 'Las anotaciones no coinciden',
    detail: 'Lo que se escribió no es igual a la primera anotación. No se premió nada.',
  },
  result_needs_other_user: {
    status: 403,
    title: 'Debe confirmar otra persona',
    detail: 'Quien anotó el resultado no puede confirmarlo.',
  },
  result_entry_gone: {
    status: 409,
    title: 'Anotación ya resuelta',
    detail: 'La anotación ya se confirmó o se descartó.',
  },
  result_same: { status: 409, title: 'Mismo resultado', detail: 'El sorteo ya tiene ese resultado.' },
  result_reason_missing: {
    status: 422,
    title: 'Falta el motivo',
    detail: 'El sorteo ya tiene resultado: explique por qué se corrige.',
  },
  result_paid: { status: 409, title: 'Hay premios pagados', detail: 'Hay tickets pagados con este resultado.' },
  result_file_changed: {
    status: 409,
    title: 'El archivo ya no se lee igual',
    detail: 'Algún sorteo cambió desde la revisión. No se anotó nada: revise el archivo de nuevo.',
  },
  no_sources: { status: 422, title: 'Sin fuentes', detail: 'No hay fuentes externas configuradas.' },
  suspension_target: {
    status: 422,
    title: 'Sorteo de destino no válido',
    detail: 'Elija otro sorteo abierto del mismo producto.',
  },
  suspension_quota: {
    status: 422,
    title: 'No caben en el destino',
    detail: 'El cupo del sorteo de destino no alcanza para las jugadas.',
  },
  suspension_lifted: { status: 409, title: 'Suspensión ya levantada', detail: 'La suspensión ya se levantó.' },
  award_sums_differ: {
    status: 422,
    title: 'Sumas distintas',
    detail: 'Las dos sumas independientes de premios no coinciden. No se premió nada.',
  },
  polla_price: { status: 422, title: 'Precio fijo', detail: 'La polla tiene un precio fijo.' },
  polla_symbols: {
    status: 422,
    title: 'Símbolos incompletos',
    detail: 'La cantidad de símbolos no es la de esta polla.',
  },
  polla_settled: {
    status: 409,
    title: 'Polla ya liquidada',
    detail: 'Una polla que cuenta este sorteo ya se liquidó y tiene premios pagados.',
  },
  jackpot_closed: { status: 409, title: 'Pote liquidado', detail: 'El pote ya se liquidó.' },
  jackpot_too_small: { status: 422, title: 'Pote insuficiente', detail: 'El pote no puede quedar por debajo de cero.' },
  jackpot_zero: { status: 422, title: 'Monto en cero', detail: 'Indique un monto mayor que cero.' },
  product_in_use: {
    status: 409,
    title: 'Producto con ventas',
    detail: 'El producto tiene ventas abiertas que dependen de eso.',
  },
  schedule_repeated: { status: 422, title: 'Horario repetido', detail: 'Dos horarios coinciden en día y hora.' },
  symbol_repeated: { status: 422, title: 'Símbolo repetido', detail: 'Dos símbolos tienen el mismo código o nombre.' },
  symbol_in_use: { status: 409, title: 'Símbolo en juego', detail: 'Hay jugadas abiertas a ese símbolo.' },
  split_not_whole: {
    status: 422,
    title: 'Reparto incompleto',
    detail: 'Los porcentajes de los potes deben sumar 100.',
  },
  ...pictureProblems,
  ...apartProblems,
  ...sheetProblems,
  ...externalProblems,
  ...networkProblems,
  ...peopleProblems,
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
