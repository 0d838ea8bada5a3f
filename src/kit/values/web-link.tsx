/** An address of the web as a link, which opens apart and learns nothing of this page. */
import { isWebAddress } from '@contract/values/contact.ts'

export function WebLink({ address }: { address: string }) {
  // Whatever wrote the row, only what the contract takes is ever followed.
  if (!isWebAddress(address)) return address
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//, '')}
    </a>
  )
}
