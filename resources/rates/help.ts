/** What the rates say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Cuántos bolívares vale cada moneda, por tipo de tasa. Lo que se vende guarda la tasa de su instante: una nueva no cambia lo de antes.',
  jobs: [
    ['Nueva tasa', 'Rige desde ahora, o desde el día y la hora que diga.'],
    ['Retirar', 'Abra una tasa programada que aún no rige y retírela; una que ya rigió se queda.'],
    ['Tipos de tasa', 'La banca los crea, y marca los que cada taquilla fija para sí.'],
  ],
  terms: [
    ['Tipo', 'Con cuál trabaja cada afiliado se fija en Jugadas y límites, y lo hereda lo que depende de él.'],
    ['Vigente', 'La que vale ahora; programada es la que viene.'],
    ['La fija cada taquilla', 'Cada una pone la suya; donde no la puso, rige la de la banca.'],
  ],
  refusals: ['rate_unusual', 'rate_taken', 'rate_past'],
} satisfies Help
