/** A name as long as it is: those that begin alike and end otherwise would be cut to the same, so a long one takes a second line. */

/** From so many letters on a name may not fit its column; past so many it is no name but a remark. */
const lengths = { long: 36, longest: 90 } as const

/** As wide as the text, and no wider than where it stands. */
const twoLines = {
  display: 'inline-block',
  width: 'max-content',
  maxWidth: '100%',
  textDecoration: 'inherit',
  whiteSpace: 'normal',
} as const

export function Name({ children }: { children: string }) {
  const long = children.length > lengths.long && children.length <= lengths.longest
  return long ? <span style={twoLines}>{children}</span> : children
}
