/** Sends one picture and answers its address, saying how far it got. */
import { useRef, useState } from 'react'
import { images, imageTypes, largestImage } from '@contract/images.ts'
import { ProblemError } from '@providers/http.ts'
import { useUpload } from '@providers/uploads.ts'

export interface ImageUpload {
  /** Percent sent; null while nothing is on its way. */
  progress: number | null
  fault: string | null
  send: (file: File) => Promise<void>
}

/** What cannot be accepted is said before a byte leaves. */
function refusalOf(file: File): string | null {
  if (!(imageTypes as readonly string[]).includes(file.type)) return 'Elija una imagen PNG, JPEG o WebP.'
  return file.size > largestImage ? 'La imagen supera 1 MB.' : null
}

/** A guarded one is seen by no address: only with what it will belong to. */
export function useImageUpload(onUploaded: (url: string, file: File) => void, guarded = false): ImageUpload {
  const upload = useUpload(images.upload)
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  const send = async (file: File) => {
    const refused = refusalOf(file)
    setFault(refused)
    if (refused) return
    try {
      const answer = await upload.send(file, guarded ? { guarded } : undefined)
      if (answer) latest.current(answer.url, file)
    } catch (error) {
      setFault(error instanceof ProblemError ? error.body.detail : 'La imagen no se pudo subir.')
    }
  }
  return { progress: upload.progress, fault, send }
}
