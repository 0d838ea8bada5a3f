/** How much of the window is left from where a box begins to its end: for boxes that draw only the rows that are seen. */
import { useLayoutEffect, useState, type RefObject } from 'react'

/** What stays free under the box, and the least that is worth scrolling in; in pixels. */
const margin = 24
const least = 320

/** The room in pixels; follows the window's size. */
export function useRoomBelow(box: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(least)
  useLayoutEffect(() => {
    const measure = () => {
      const top = box.current ? box.current.getBoundingClientRect().top + window.scrollY : 0
      setRoom(Math.max(least, Math.floor(window.innerHeight - top - margin)))
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [box])
  return room
}
