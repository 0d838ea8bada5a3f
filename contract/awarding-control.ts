/** Who may award results. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, endpoint, entity, id } from './endpoint.ts'

const awarderRow = z.object({
  user_id: z.number().int(),
  username: z.string().meta({ title: 'Usuario' }),
  name: z.string().meta({ title: 'Nombre' }),
  role: z.string(),
  partner_name: z.string().meta({ title: 'Pertenece a' }),
  awarding_results: z.boolean().meta({ title: 'Puede premiar' }),
  status: z.enum(['activo', 'inactivo']),
})
/** Who confirms what one person wrote. */
const confirmation = z.object({
  /** What the banca asks for. */
  second_user_confirms: z.boolean(),
  /** Active users who may award: with fewer than two nobody else can confirm. */
  awarders: z.number().int(),
})
const userId = z.object({ userId: id })
export const awardingControl = entity('awardingControl', {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/admin/awarding-control/',
    access: rules.banca,
    response: all(awarderRow).extend({ confirmation }),
    summary: 'Quién puede premiar',
  }),
  configure: endpoint({
    method: 'PUT',
    path: '/api/v2/admin/awarding-control/',
    access: rules.banca,
    body: z.object({ second_user_confirms: z.boolean() }),
    response: confirmation,
    summary: 'Decide si un resultado lo confirma otra persona',
  }),
  grant: endpoint({
    method: 'PUT',
    path: '/api/v2/admin/awarding-control/:userId',
    access: rules.banca,
    params: userId,
    response: awarderRow,
    summary: 'Permite premiar a un usuario',
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/awarding-control/:userId',
    access: rules.banca,
    params: userId,
    response: awarderRow,
    summary: 'Retira a un usuario el permiso de premiar',
  }),
})
