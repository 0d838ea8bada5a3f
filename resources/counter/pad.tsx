/** The keys of a thumb: what a keyboard would write in the field, with its Enter; or, in their place, the board of symbols. */
import { AppstoreOutlined, EnterOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'

export interface PadProps {
  text: string
  onWrite: (text: string) => void
  onEnter: () => void
  /** With nothing written: the last entry goes. */
  onBack: () => void
  /** The board. */
  children: ReactNode
}

const keys = ['7', '8', '9', '*', '4', '5', '6', '+', '1', '2', '3', '-', '0', ',', '.', '/'] as const
const plain = 'cell hovers plain-button'

export function Pad({ text, onWrite, onEnter, onBack, children }: PadProps) {
  const [board, setBoard] = useState(false)
  return (
    <div className="stack gap-xs">
      {board ? (
        children
      ) : (
        <div className="sell-pad" role="group" aria-label="Teclado">
          {keys.map((key) => (
            <button key={key} type="button" className={plain} onClick={() => onWrite(text + key)}>
              {key}
            </button>
          ))}
        </div>
      )}
      <div className="sell-pad">
        <button
          type="button"
          className={plain}
          aria-label={text === '' ? 'Quitar lo último' : 'Borrar'}
          onClick={() => (text === '' ? onBack() : onWrite(text.slice(0, -1)))}
        >
          ⌫
        </button>
        <button
          type="button"
          className={plain}
          aria-pressed={board}
          aria-label="Tablero"
          onClick={() => setBoard(!board)}
        >
          {board ? '123' : <AppstoreOutlined aria-hidden="true" />}
        </button>
        <button type="button" className={`sell-pad-enter ${plain}`} onClick={onEnter}>
          <EnterOutlined aria-hidden="true" /> Agregar
        </button>
      </div>
    </div>
  )
}
