/** Where something was refused, the first place that was is brought into sight, with the cursor in it. */
import { useEffect, type RefObject } from 'react'

/** `refusals` grows with each; a place that was refused is marked with `data-fault="true"`. */
export function useFirstFault(box: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return
    const place = box.current?.querySelector<HTMLElement>('[data-fault="true"]')
    place?.scrollIntoView({ block: 'center' })
    const control =
      place?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"], [class*="status-error"] input') ??
      place?.querySelector<HTMLElement>('input, button')
    control?.focus({ preventScroll: true })
  }, [box, refusals])
}
