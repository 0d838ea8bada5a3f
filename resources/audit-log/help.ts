/** What the log says of itself. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Quién hizo qué, cuándo y desde dónde. Nada se borra ni se edita, y una cadena de sellos muestra si alguien lo intentó.',
  jobs: [
    ['Importantes', 'Resultados, tasas, cupos, permisos, ingresos fallidos y montos grandes.'],
    ['Operación', 'Deje solo lo de un tipo; pulse una fila para ver qué había antes y después.'],
    ['Exportar', 'Baja lo que cumple los filtros.'],
  ],
  terms: [
    ['Registro', 'Lo que se tocó.'],
    ['Solicitud', 'El número de la llamada, para buscarla con quien lleva el servidor.'],
    ['Sellado', 'Ya está en la cadena.'],
  ],
  refusals: ['range_too_long'],
} satisfies Help
