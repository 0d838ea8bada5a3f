/** What is refused of draws, their results and suspensions, of pollas and their pots, and of the products they are of. */
import type { ProblemKind } from './own-problems.ts'

export const drawProblems = {
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
} as const satisfies Record<string, ProblemKind>
