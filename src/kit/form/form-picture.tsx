/** A picture in a form: shown, changed by uploading another, taken away. Apart, since few forms have one. */
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useImageUpload } from '../files/image-upload.ts'
import { PictureFile } from '../files/picture-file.tsx'
import { Picture } from '../values/picture.tsx'
import { useBlobUrl } from '../values/blob-url.ts'

interface FormPictureProps {
  /** The field's. */
  title: string
  /** Nobody sees it by its address: what is shown is the file that was chosen. */
  guarded?: boolean
  /** Told while one is on its way: what is sent meanwhile would go without it. */
  onSending?: (isSending: boolean) => void
  /** Where it is seen. The form passes both, and what it tells its control. */
  value?: string | null
  onChange?: (url: string | null) => void
  id?: string
}

export default function FormPicture({ title, guarded = false, onSending, value, onChange, ...told }: FormPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const { progress, fault, send } = useImageUpload((url, file) => {
    setChosen(file)
    onChange?.(url)
  }, guarded)
  const isSending = progress !== null
  useEffect(() => onSending?.(isSending), [onSending, isSending])
  const own = useBlobUrl(guarded ? chosen : undefined)
  const shown = guarded ? own : value
  const action = value ? 'Cambiar' : 'Subir imagen'
  return (
    <div className="row gap-sm">
      {value && shown && <Picture url={shown} alt={title} />}
      <Button
        {...told}
        icon={<UploadOutlined aria-hidden="true" />}
        aria-label={`${action}: ${title}`}
        loading={isSending}
        onClick={() => input.current?.click()}
      >
        {action}
      </Button>
      {value && (
        <Button
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={`Quitar: ${title}`}
          onClick={() => onChange?.(null)}
        >
          Quitar
        </Button>
      )}
      {progress !== null && <Progress percent={progress} size="small" style={{ width: 120 }} />}
      {fault && (
        <span className="bad" role="alert">
          {fault}
        </span>
      )}
      <PictureFile ref={input} label={`Archivo: ${title}`} onFile={(file) => void send(file)} />
    </div>
  )
}
