/** Whether putting the focus into a field helps: with a finger it would only bring up the keyboard over the work. */
export function typesByHand(): boolean {
  return window.matchMedia('(pointer: fine)').matches || !window.matchMedia('(pointer: coarse)').matches
}
