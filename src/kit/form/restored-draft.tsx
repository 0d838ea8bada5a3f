/** Says that a draft came back, and offers to let it go. */
import { Alert, Button } from 'antd'

export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert
      type="info"
      showIcon
      message="Recuperamos los cambios que no había guardado."
      action={
        <Button size="small" onClick={onDiscard}>
          Descartar
        </Button>
      }
    />
  )
}
