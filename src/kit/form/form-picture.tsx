/** A picture in a form: shown, changed by uploading another, taken away. Apart, since few forms have one. */
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useRef } from 'react'
import { useImageUpload } from '../files/image-upload.ts'
import { PictureFile } from '../files/picture-file.tsx'
import { Picture } from '../values/picture.tsx'

interface FormPictureProps {
  /** The field's. */
  title: string
  /** Where it is seen. The form passes both, and what it tells its control. */
  value?: string | null
  onChange?: (url: string | null) => void
  id?: string
}

export default function FormPicture({ title, value, onChange, ...told }: FormPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const { progress, fault, send } = useImageUpload((url) => onChange?.(url))
  const action = value ? 'Cambiar' : 'Subir imagen'
  return (
    <div className="row gap-sm">
      {value && <Picture url={value} alt={title} />}
      <Button
        {...told}
        icon={<UploadOutlined aria-hidden="true" />}
        aria-label={`${action}: ${title}`}
        loading={progress !== null}
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
