/** Past the menu to the content, and past its filters to the rows: seen by whoever comes by keyboard, while they have it. */
import { useEffect, useState, type MouseEvent } from 'react'
import { focusRows, hasRows } from '../kit/table/to-rows.ts'

/** Are there rows to go to? Looked at when the next control is asked for, which is when it matters. */
function useRowsThere(): boolean {
  const [there, setThere] = useState(false)
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      if (event.key === 'Tab') setThere(hasRows())
    }
    document.addEventListener('keydown', look, true)
    return () => document.removeEventListener('keydown', look, true)
  }, [])
  return there
}

const to = (go: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  go()
}

/** `inside` the content, where one is after arriving at a screen: only the rows are further on. */
export function SkipLinks({ inside = false }: { inside?: boolean }) {
  const rows = useRowsThere()
  return (
    <div className="sorteo-skip line gap-xs">
      {!inside && (
        <a href="#contenido" onClick={to(() => document.getElementById('contenido')?.focus())}>
          Saltar al contenido
        </a>
      )}
      {rows && (
        <a href="#contenido" onClick={to(focusRows)}>
          Saltar a las filas
        </a>
      )}
    </div>
  )
}
