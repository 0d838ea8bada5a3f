/** What the funds say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El efectivo que cada afiliado guarda fuera de las cajas. Lo ven él y quien está por encima; solo él lo mueve.',
  jobs: [
    ['Nuevo fondo', 'Con su nombre y, si quiere, un mínimo por moneda: con menos se ve en ámbar.'],
    ['Mover dinero', 'Entra o sale de una cuenta, de otro fondo propio o de fuera. Nunca sale más de lo que hay.'],
    [
      'Entregas',
      'Lo que una taquilla le entregó espera aquí: se acepta o se rehúsa. Lo que él dio y nadie aceptó puede retirarse.',
    ],
    ['Movimientos', 'El saldo anterior, cada movimiento con el saldo que dejó, y el final. Se baja como archivo.'],
  ],
  terms: [
    ['Por aceptar', 'Entregas que esperan que el fondo las acepte.'],
    ['Mínimo', 'Lo que debería tener siempre, por moneda.'],
  ],
  refusals: ['fund_short', 'fund_in_use', 'name_taken', 'moved_already'],
} satisfies Help
