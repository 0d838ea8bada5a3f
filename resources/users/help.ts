/** What the users say of themselves. */
import { fieldTerms, type Help } from '@/kit/page/help.tsx'
import { users } from '@contract/users.ts'

export default {
  about:
    'Las personas que entran: su rol dice qué pueden y su afiliado, de quién. Cada una debe tener su propio usuario.',
  jobs: [
    ['Nuevo usuario', 'Recibe una contraseña de un solo uso: entréguela en persona o por teléfono.'],
    ['Dar otra contraseña', 'Para quien olvidó la suya. Sus sesiones terminan y la nueva sirve una vez.'],
    ['Actividad y sesiones', 'Qué hizo, desde dónde, y cerrar sus sesiones.'],
    ['Desactivar', 'Sale en el acto y no vuelve a entrar.'],
  ],
  terms: [
    ...fieldTerms(users.create.body!, { username: true }),
    ['Gestiona dependientes', 'Ve el registro: afiliados, taquillas, usuarios.'],
    ['Premia sorteos', 'Anota y confirma resultados.'],
    ['Contraseña prestada', 'Aún no ha elegido la suya.'],
  ],
  refusals: ['username_taken', 'user_above', 'last_admin', 'role_elsewhere'],
} satisfies Help
