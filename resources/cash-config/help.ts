/** What an agency's settings of its drawers say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about: 'Con qué se cuentan las gavetas de sus taquillas, y los tipos de lo que entra y sale de ellas.',
  jobs: [
    ['Agregar pieza', 'Una moneda o un billete que no esté en la lista.'],
    ['Guardar', 'Vale desde el próximo conteo; lo ya contado no cambia.'],
    ['Nuevo tipo', 'Ingreso o egreso, y si cada uno espera a que alguien por encima de la taquilla lo decida.'],
  ],
  terms: [
    ['Piezas', 'Las marcadas son las que se cuentan.'],
    ['Fondo inicial', 'Con cuánto se sugiere abrir la primera caja de una taquilla.'],
    ['Diferencia tolerada', 'Hasta cuánto puede faltar o sobrar sin una observación.'],
    ['Solo lectura', 'Lo puso la banca, y lo cambia ella. Lo que ella asume baja lo que la agencia debe.'],
  ],
  refusals: ['amount_decimals', 'currency_not_sold', 'name_taken'],
} satisfies Help
