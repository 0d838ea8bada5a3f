/** Sends one picture and answers its address, saying how far it got. */
import { useEffect, useRef, useState } from 'react'
import { images, imageTypes, largestImage } from '@contract/images.ts'
import { ProblemError, upload } from '@providers/http.ts'

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

export function useImageUpload(onUploaded: (url: string) => void): ImageUpload {
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])
  const send = async (file: File) => {
    const refused = refusalOf(file)
    setFault(refused)
    if (refused || going.current) return
    const controller = new AbortController()
    going.current = controller
    setProgress(0)
    try {
      const { url } = await upload(images.upload, file, {
        signal: controller.signal,
        onUpload: (sent, total) => setProgress(Math.round((sent / total) * 100)),
      })
      latest.current(url)
    } catch (error) {
      if (!controller.signal.aborted)
        setFault(error instanceof ProblemError ? error.body.detail : 'La imagen no se pudo subir.')
    } finally {
      going.current = null
      setProgress(null)
    }
  }
  return { progress, fault, send }
}
