/**
 * A drawing that rests. The library under the charts looks through all that it has drawn with every frame of the screen,
 * for as long as the page stands, whether or not anything changed: a tenth of a core on a dashboard that nobody touches,
 * for the whole day that it hangs on a wall. Led by hand, as its authors advise (antvis/G#1626), it asks for frames while
 * something changes and for some after the last change.
 */

/** The library's canvas, as far as it is led here. */
export interface LedCanvas {
  /** The frame that is asked for: the library takes it back as the canvas goes. */
  frameId?: number
  /** Draws what has changed since the last time, or nothing. */
  render(): void
  requestAnimationFrame(draw: () => void): number
  cancelAnimationFrame(frame: number): void
  /** `mounted`: something is added to the drawing; `beforedestroy`: it goes. */
  addEventListener(name: 'mounted' | 'beforedestroy', happened: () => void): void
  /** Why the next frame has something to draw; whatever changes in the drawing is noted here. */
  getRenderingContext(): { renderReasons: Set<string> }
}

/** Frames without a change after which it rests: what only moves is noticed as a frame is drawn, not before it. */
export const stillFrames = 30

/** Takes the leading of a canvas over; what it gives has it draw again. */
export function restWhenStill(canvas: LedCanvas): () => void {
  let still = 0
  let isAwake = false
  let isGone = false
  const frame = () => {
    still += 1
    canvas.render()
    isAwake = !isGone && still < stillFrames
    if (isAwake) canvas.frameId = canvas.requestAnimationFrame(frame)
  }
  const wake = () => {
    still = 0
    if (isAwake || isGone) return
    isAwake = true
    canvas.frameId = canvas.requestAnimationFrame(frame)
  }
  const { renderReasons } = canvas.getRenderingContext()
  renderReasons.add = (reason) => {
    wake()
    return Set.prototype.add.call(renderReasons, reason) as Set<string>
  }
  canvas.addEventListener('mounted', wake)
  canvas.addEventListener('beforedestroy', () => (isGone = true))
  if (canvas.frameId !== undefined) canvas.cancelAnimationFrame(canvas.frameId)
  wake()
  return wake
}
