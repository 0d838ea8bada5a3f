/** Going to another banca is a place to go to, so that unsaved work is asked about as on any other way out. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'

export const changePath = '/change-banca'

/** Travels with the address: a link alone takes nobody anywhere. */
export interface BancaAsked {
  database: string
  name: string
  /** What is opened there; its first page where nothing is said. */
  address?: string
}

export function useGoToBanca(): (asked: BancaAsked) => void {
  const navigate = useNavigate()
  return useCallback((state) => void navigate(changePath, { state }), [navigate])
}
