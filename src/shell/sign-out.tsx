/**
 * Signing out is a place to go to, so that unsaved work is asked about like on any other way out.
 * Only a click leads here: a link that somebody sends does not end a session.
 */
import { useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signOut } from '@providers/auth.ts'
import { Busy } from '@/kit/page/busy.tsx'

export function SignOut() {
  const { state } = useLocation()
  const asked = (state as { asked?: true } | null)?.asked === true
  useEffect(() => {
    if (asked) void signOut()
  }, [asked])
  return asked ? <Busy label="Cerrando la sesión" /> : <Navigate to="/" replace />
}
