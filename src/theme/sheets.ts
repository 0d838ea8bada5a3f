/**
 * The page's own sheets. They are asked for without keeping the first look from being drawn (`drawnFirst` in
 * vite.config.ts), and stay in the head: those of the screens, which come later, go behind them and have the last word.
 */

/** Resolves when they have come, and has them in force. */
export async function sheetsReady(): Promise<void> {
  const waiting = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media="not all"]')]
  await Promise.all(
    waiting.map(
      (link) =>
        link.sheet ??
        new Promise((resolve) => {
          link.addEventListener('load', resolve)
          // Better without its looks than not at all.
          link.addEventListener('error', resolve)
        }),
    ),
  )
  for (const link of waiting) link.media = 'all'
}
