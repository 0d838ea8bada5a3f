/** What the clients say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Las personas detrás de un ticket o de un premio grande, por su documento. Se registran aquí o en la taquilla, al vender o al pagar.',
  jobs: [
    ['Nuevo cliente', 'Tipo y documento bastan; el nombre ayuda a encontrarlo.'],
    ['Operaciones', 'Lo que se hizo a su nombre en sus taquillas.'],
    ['Desactivar', 'No se le puede poner a más operaciones; las que tiene quedan.'],
  ],
  terms: [
    ['Documento', 'Sin guiones ni ceros delante: dos escrituras del mismo documento son la misma persona.'],
    ['Registrado en', 'El afiliado que lo registró. Lo ven él y quien está por encima.'],
  ],
  refusals: ['document_taken', 'changed_meanwhile'],
} satisfies Help
