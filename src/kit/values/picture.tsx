/** A picture that was uploaded: as high as a line in a list, larger where it stands alone. */
import './values.css'

export function Picture({ url, alt }: { url: string; alt: string }) {
  return <img className="picture" src={url} alt={alt} decoding="async" />
}
