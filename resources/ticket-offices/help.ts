/** What the offices say of themselves. */
import type { Help } from '@/kit/page/help.tsx'

export default {
  about:
    'Las taquillas: los puntos donde se vende, con su equipo, si están en línea y cuándo vendieron. Cada una cuelga de una agencia.',
  jobs: [
    ['Nueva taquilla', 'Necesita una agencia. Después se le crean sus vendedores en Usuarios.'],
    ['Desconectar', 'Termina sus sesiones; puede volver a entrar.'],
    ['Liberar equipo', 'La desata de su equipo: la próxima que entre queda atada.'],
    ['Actualizar software', 'Se lo pide al terminal; queda en «Pendiente» hasta que lo haga.'],
    ['Desactivar', 'No vende más. Lo vendido queda y se cobra.'],
  ],
  terms: [
    ['Conexión', 'En línea si su terminal habló hace poco.'],
    ['Atada a un equipo', 'Solo vende desde el primero con que entró.'],
    ['Última señal', 'Cuándo habló su terminal por última vez.'],
  ],
  refusals: ['name_taken', 'office_sold', 'switched_off_above'],
} satisfies Help
