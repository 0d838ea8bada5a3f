/** What the sales of other systems say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export const externalReportsHelp = {
  about:
    'Las ventas que vienen en archivos de otros sistemas: se leen, se asignan sus ' +
    'nombres, se revisan y se publican en las cuentas, enteras o nada.',
  jobs: [
    ['Cargar archivo', 'XLSX o CSV del sistema. Si el archivo no dice el día, elíjalo antes.'],
    ['Por asignar', 'Nombres que nadie ha dicho qué son. Asignado una vez, un nombre se conoce en todas las cargas.'],
    ['Descartar', 'La carga no entra en las cuentas. Queda escrito quién y cuándo.'],
  ],
  terms: [
    ['Con falla', 'Filas que no se entienden. Se publica sin ellas solo si alguien acepta cuántas quedan fuera.'],
    [
      'No es nuestra',
      'De una agencia o un producto que alguien dijo que no es de la banca: no se publica, y se recuerda.',
    ],
    [
      'Totales del archivo',
      'Lo que el archivo dice que suma, comparado con sus filas. Donde no cuadra, publicar lo pregunta.',
    ],
    ['No son ventas', 'Totales, encabezados y filas vacías.'],
    ['Decidió', 'Quién la publicó o la descartó.'],
  ],
  refusals: ['external_pending', 'external_faults', 'external_totals', 'external_posted', 'external_week_settled'],
} satisfies Help

export const externalConfigHelp = {
  about:
    'Los sistemas cuyas ventas se cargan y el diccionario: qué agencia, producto o columna es cada nombre de sus archivos.',
  jobs: [
    ['Nuevo sistema', 'Uno por empresa: cómo escribe los números y los días, y cuántos días de gracia tiene.'],
    ['Quitar', 'Saca un nombre del diccionario: las filas que lo esperan vuelven a quedar por asignar.'],
  ],
  terms: [
    ['Nombre externo', 'Como está en los archivos. El primer espacio se guarda como raya baja.'],
    ['Significa', 'Lo que es aquí: una agencia, un producto o una columna.'],
  ],
  refusals: ['name_taken', 'changed_meanwhile'],
} satisfies Help
