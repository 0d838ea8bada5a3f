/** A symbol on a button of a board: its code, its picture, its name. The button is a `cell`, and says both itself. */
import { SymbolImage, type SymbolImageProps } from './symbol-image.tsx'

export function SymbolFace({ code, name, image_url }: Pick<SymbolImageProps, 'code' | 'name' | 'image_url'>) {
  return (
    <span className="symbol-face full">
      <span className="strong">{code}</span>
      <SymbolImage code={code} name={name} image_url={image_url ?? null} size={34} />
      <span className="cut small">{name}</span>
    </span>
  )
}
