/** What the calls of other bancas' databases may answer besides what their shape says. */
import type { CallName } from './index.ts'
import type { ProblemCode } from './problems.ts'

export const crossDbRefusals = {
  'crossDb.register': [
    'cross_db_off',
    'cross_db_off_there',
    'database_unknown',
    'database_own',
    'database_registered',
    'database_too_many',
    'database_away',
    'database_version',
    'database_credentials',
    'database_role',
    'database_password_borrowed',
    'home_session_over',
  ],
  'crossDb.change': [
    'cross_db_off',
    'cross_db_off_there',
    'database_away',
    'database_version',
    'connection_ended',
    'connection_password',
    'connection_user',
    'home_session_over',
  ],
  'crossDb.conns': ['home_session_over'],
  'crossDb.figures': ['home_session_over'],
} as const satisfies Partial<Record<CallName, readonly ProblemCode[]>>
