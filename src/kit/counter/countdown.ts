/** How long until something closes, in words. */

const soonMs = 5 * 60_000

/** `2 h 05 min`, `12:09` in the last hour, `cerrado` after. Seconds are rounded up: zero is the close itself. */
export function countdownText(leftMs: number): string {
  if (leftMs <= 0) return 'cerrado'
  const seconds = Math.ceil(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

export function isClosingSoon(leftMs: number): boolean {
  return leftMs > 0 && leftMs <= soonMs
}
