/** Where a picture is chosen among one's files: out of sight, opened by the button beside it. */
import type { RefObject } from 'react'
import { imageTypes } from '@contract/images.ts'

interface PictureFileProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  onFile: (file: File) => void
}

export function PictureFile({ ref, label, onFile }: PictureFileProps) {
  return (
    <input
      ref={ref}
      type="file"
      // Forms of antd show a file's own control, `hidden` or not.
      style={{ display: 'none' }}
      aria-label={label}
      accept={imageTypes.join(',')}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onFile(file)
        // The same one may be chosen again.
        target.value = ''
      }}
    />
  )
}
