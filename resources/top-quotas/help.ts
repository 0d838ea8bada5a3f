/** What the ceilings say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'El tope de la banca: lo más que se vende de un número en un sorteo, entre todas las ' +
    'taquillas, diga lo que diga el cupo de cada afiliado.',
  jobs: [
    ['Cambio global', 'Fija, sube o quita los topes de todo lo que cumple el filtro. Dice antes cuántos cambia.'],
    ['Guardar', 'Los cambios de la hoja rigen desde la próxima venta; lo vendido queda.'],
    ['Exportar', 'La hoja como archivo.'],
  ],
  terms: [
    ['Cupo máximo', 'Por producto, jugada y moneda. Vacío es sin tope; cero es que no se vende.'],
    ['Mayor venta abierta', 'El número que más lleva en un sorteo que aún se vende, y cuánto le queda.'],
  ],
  refusals: ['matched_rows_changed', 'changed_meanwhile'],
} satisfies Help
