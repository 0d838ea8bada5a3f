/** Amounts and words one after another, which a line ends between and never within. */
import { Fragment } from 'react'

export function Unbroken({ text }: { text: string }) {
  const parts = text.split(' · ')
  return parts.map((one, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the places of a text
    <Fragment key={at}>
      {at > 0 && ' '}
      <span style={{ whiteSpace: 'nowrap' }}>{at < parts.length - 1 ? `${one} ·` : one}</span>
    </Fragment>
  ))
}
