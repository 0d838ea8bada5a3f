/**
 * What index.html draws before any script has come, kept on the page until the console or signing in stands in
 * its place: neither a blank page nor a wheel in between. In a page that was made otherwise there is none.
 */
import { readAccessToken } from '@providers/access-token.ts'

const drawn = document.querySelector('#root > .first')

function draw(place: HTMLElement | null): void {
  if (!drawn || !place) return
  // Who signs in meanwhile waits for the console, whatever was to come when the page was opened.
  if (readAccessToken() !== null) document.documentElement.dataset.opens = 'console'
  place.replaceChildren(drawn.cloneNode(true))
}

/** Puts it back where React takes the page over. */
export function FirstLook() {
  return <div ref={draw} />
}
