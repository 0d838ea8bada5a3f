/** What the rates say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Qué gana cada afiliado de lo que se vende. Rige la tasa propia más específica y, si ' +
    'no hay, la del más cercano por encima. Las tasas de los niveles no se suman.',
  jobs: [
    ['Por afiliado', 'La hoja de uno: lo propio en negrita, lo heredado con su origen.'],
    ['Todas', 'Todas las tasas por filtro, con «Cambio global» para muchas a la vez.'],
    ['Desde cuándo', 'Qué rigió antes y qué rige desde qué día. Lo vendido guarda la tasa con que se vendió.'],
    ['Heredar de nuevo', 'Quita la propia.'],
  ],
  terms: [
    ['% de comisión', 'De la venta, o de la utilidad si la clase lo dice. Sobre la venta, 50 % como mucho.'],
    ['Participación', 'Compartida, solo de lo que gane, o con arrastre de las pérdidas de semanas anteriores.'],
    ['Rigen desde', 'En cuanto se guarda, o el día que elija.'],
  ],
  refusals: ['rate_begun', 'setting_above_father', 'matched_rows_changed'],
} satisfies Help
