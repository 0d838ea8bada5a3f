import { describe, expect, it } from 'vitest'
import { restWhenStill, stillFrames, type LedCanvas } from './rest.ts'

/** A canvas whose screen shows a frame when it is told to. */
function canvasOf() {
  const asked = new Map<number, () => void>()
  const heard = new Map<string, () => void>()
  const renderReasons = new Set<string>()
  let [last, drawn, looked] = [0, 0, 0]
  const canvas: LedCanvas = {
    render: () => {
      looked += 1
      if (renderReasons.size > 0) drawn += 1
      renderReasons.clear()
    },
    requestAnimationFrame: (draw) => {
      asked.set(++last, draw)
      return last
    },
    cancelAnimationFrame: (frame) => void asked.delete(frame),
    addEventListener: (name, happened) => void heard.set(name, happened),
    getRenderingContext: () => ({ renderReasons }),
  }
  /** Shows frames until none is asked for, or that many; says how many. */
  const show = (most = 1_000) => {
    let shown = 0
    for (; shown < most && asked.size > 0; shown++) {
      const [frame, draw] = [...asked][0]!
      asked.delete(frame)
      draw()
    }
    return shown
  }
  // As the library begins: it asks for ever.
  const forEver = () => {
    canvas.render()
    canvas.frameId = canvas.requestAnimationFrame(forEver)
  }
  forEver()
  return {
    canvas,
    show,
    change: () => void renderReasons.add('changed'),
    happen: (name: 'mounted' | 'beforedestroy') => heard.get(name)?.(),
    told: () => ({ drawn, looked }),
    asked: () => asked.size,
  }
}

describe('a drawing', () => {
  it('asks for frames without end until it is led, and then for as many as it waits still', () => {
    const { canvas, show } = canvasOf()
    expect(show()).toBe(1_000)
    restWhenStill(canvas)
    expect(show()).toBe(stillFrames)
    expect(show()).toBe(0)
  })

  it('draws whatever changes, and once though it changed often', () => {
    const { canvas, show, change, told } = canvasOf()
    restWhenStill(canvas)
    show()
    for (const times of [1, 3]) {
      const { drawn } = told()
      for (let n = 0; n < times; n++) change()
      expect(show()).toBe(stillFrames)
      expect(told().drawn).toBe(drawn + 1)
    }
  })

  it('stays awake while it changes', () => {
    const { canvas, show, change, told } = canvasOf()
    restWhenStill(canvas)
    show()
    const { drawn } = told()
    for (let n = 0; n < 2 * stillFrames; n++) {
      change()
      show(1)
    }
    expect(told().drawn).toBe(drawn + 2 * stillFrames)
    expect(show()).toBe(stillFrames - 1)
  })

  it('looks again at what was added and when it is told to', () => {
    const { canvas, show, happen } = canvasOf()
    const wake = restWhenStill(canvas)
    show()
    happen('mounted')
    expect(show()).toBe(stillFrames)
    wake()
    expect(show()).toBe(stillFrames)
  })

  it('asks for nothing more once it goes, whatever its going changes', () => {
    const { canvas, show, change, happen, asked } = canvasOf()
    restWhenStill(canvas)
    show()
    happen('beforedestroy')
    change()
    expect(asked()).toBe(0)
  })
})
