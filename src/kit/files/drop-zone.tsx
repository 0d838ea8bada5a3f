/** Where a file is dropped or chosen: one at a time, handed over whole, nothing sent by itself. */
import { InboxOutlined } from '@ant-design/icons'
import { Upload } from 'antd'

export interface DropZoneProps {
  /** Endings and types, as an `accept` of HTML. */
  accept: string
  title: string
  /** What the file must be, and how large at most. */
  hint: string
  disabled?: boolean
  onFile: (file: File) => void
}

export function DropZone({ accept, title, hint, disabled = false, onFile }: DropZoneProps) {
  return (
    <Upload.Dragger
      accept={accept}
      multiple={false}
      showUploadList={false}
      disabled={disabled}
      beforeUpload={(file) => {
        onFile(file)
        return Upload.LIST_IGNORE
      }}
    >
      <p className="ant-upload-drag-icon">
        <InboxOutlined aria-hidden="true" />
      </p>
      <p>{title}</p>
      <p className="sorteo-muted">{hint}</p>
    </Upload.Dragger>
  )
}
