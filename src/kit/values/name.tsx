/** A name as long as it is: those that begin alike and end otherwise would be cut to the same, so a long one takes a second line. */
import { usePhone } from '../table/phone.ts'

/** From so many letters on a name may not fit its column; past so many it is no name but a remark. */
const lengths = { long: 36, longest: 90 } as const

export function Name({ children }: { children: string }) {
  const long = children.length > lengths.long && children.length <= lengths.longest
  return long ? <TwoLines>{children}</TwoLines> : children
}

const style = { display: 'inline-block', maxWidth: '100%', textDecoration: 'inherit', whiteSpace: 'normal' } as const
/** A table gives its columns what they ask for, up to its widest; a card has no more than it has. */
const inTable = { ...style, width: 'max-content' } as const

function TwoLines({ children }: { children: string }) {
  return <span style={usePhone() ? style : inTable}>{children}</span>
}
