/** Below the grids of a sheet, once: what its looks mean and what its keys do. */

/** What the grids of the page's sheet are described by. */
export const helpId = 'grid-help'

export interface GridHelpProps {
  readOnly: boolean
  /** Values come from above where none is set. */
  inherits: boolean
  /** Nothing is saved yet of what is written. */
  fresh?: true
}

export function GridHelp({ readOnly, inherits, fresh }: GridHelpProps) {
  return (
    <div className="grid-help note row gap-md" id={helpId}>
      {inherits && (
        <>
          <strong className="grid-own">Propio</strong>
          <span>Heredado, y de quién</span>
        </>
      )}
      {!readOnly && !fresh && <span className="grid-changed">Cambiado</span>}
      <span className="grid-keys">
        {readOnly
          ? 'Flechas para moverse, Mayús para seleccionar, Ctrl+C copia.'
          : `Enter edita · Supr ${fresh ? 'borra' : 'quita lo propio'} · Mayús+flechas seleccionan · Ctrl+C y Ctrl+V ` +
            'copian y pegan, también de otra hoja de cálculo · Ctrl+D rellena hacia abajo · ' +
            'Ctrl+Z deshace y Ctrl+Y rehace'}
      </span>
    </div>
  )
}
