/** The window that lists the keyboard shortcuts. */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { ShellDialog } from './dialog.tsx'
import './dialog.css'

const groups: readonly { title: string; keys: readonly [keys: string[], text: string][] }[] = [
  {
    title: 'En toda la consola',
    keys: [
      [['Ctrl', 'K'], 'Buscar una pantalla o una acción, también desde un campo'],
      [['?'], 'Ver estos atajos'],
      [['A'], 'Ayuda de la pantalla abierta'],
      [['Esc'], 'Cerrar lo que está encima'],
      [['Tab'], 'Ir al control siguiente; la primera vez, saltar al contenido o a las filas'],
    ],
  },
  {
    title: 'En tableros y reportes',
    keys: [
      [['P'], 'Elegir el período'],
      [['B'], 'Quién bajó más, en los tableros y en Ventas generales'],
    ],
  },
  {
    title: 'En el detalle de una fila',
    keys: [
      [['J'], 'La fila siguiente de la lista'],
      [['K'], 'La fila anterior'],
      [['C'], 'Confirmar el pago que espera'],
    ],
  },
  {
    title: 'En las hojas de cálculo',
    keys: [
      [['Ctrl', 'Z'], 'Deshacer'],
      [['Ctrl', 'Y'], 'Rehacer'],
    ],
  },
  {
    title: 'En el buscador',
    keys: [
      [['↑', '↓'], 'Elegir'],
      [['Enter'], 'Abrir'],
    ],
  },
]

export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <ShellDialog open={open} onClose={onClose} label="Atajos de teclado">
      <div className="line between">
        <h2>Atajos de teclado</h2>
        <Button type="text" size="small" aria-label="Cerrar" icon={<CloseOutlined />} onClick={onClose} />
      </div>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="note">{title}</h3>
          <dl className="sorteo-shortcuts lined">
            {keys.map(([combination, text]) => (
              <div key={text} className="line gap-sm">
                <dt className="line gap-xxs" style={{ flex: 'none', width: 96 }}>
                  {combination.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="sorteo-muted">
        Mientras escribe en un campo solo actúa Ctrl+K: al cerrarlo con Esc sigue donde estaba.
      </p>
    </ShellDialog>
  )
}
