/** What a bar of filters has no room for. */
import type { Page } from 'playwright-core'

/** What of the bars of filters is clipped, stands outside of them, or has broken onto a second line of a bar of one. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')!
    const isClipped = (one: Element) => {
      const style = getComputedStyle(one)
      if (!(one instanceof HTMLInputElement))
        return style.overflowX !== 'visible' && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
      pen.font = style.font
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight)
      return pen.measureText(one.placeholder).width > one.clientWidth - padding + 1
    }
    return [...document.querySelectorAll('.filter-bar')].flatMap((bar) => {
      const own = bar.getBoundingClientRect()
      const parts = [...bar.querySelectorAll('*')].filter((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      })
      const lines = bar.matches('[data-fit="wrapped"]') ? [`a second line: ${bar.className}`] : []
      return parts.reduce((found, one) => {
        const { left, right } = one.getBoundingClientRect()
        const isOutside = left < own.left - 1 || right > Math.min(own.right, innerWidth) + 1
        const says = one instanceof HTMLInputElement ? one.placeholder : one.textContent
        return isOutside || isClipped(one) ? [...found, `${isOutside ? 'outside' : 'clipped'}: ${says}`] : found
      }, lines)
    })
  })
