/** How far something is that still goes on. */

/** The hundredth belongs to the end: what is sent, read or written is not done before it is answered for. */
export const mostWhileGoing = 99

/** Whole percent of `total`; 0 where nobody knows it yet. */
export function goingPercent(done: number, total: number): number {
  return total > 0 ? Math.min(mostWhileGoing, Math.max(0, Math.floor((done * 100) / total))) : 0
}
