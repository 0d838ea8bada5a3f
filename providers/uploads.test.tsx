import { act, cleanup, renderHook } from '@testing-library/react'
import axios from 'axios'
import { afterEach, expect, it, vi } from 'vitest'
import { images } from '@contract/images.ts'
import { useUpload } from './uploads.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a file is on its way until it is answered, whatever is told late of its sending', async () => {
  let sent!: (loaded: number) => void
  let answer!: () => void
  vi.spyOn(axios, 'request').mockImplementation((config) => {
    sent = (loaded) => config.onUploadProgress?.({ loaded, total: 200, bytes: loaded, lengthComputable: true })
    return new Promise((resolve) => {
      answer = () => resolve({ status: 200, data: { url: '/imagen' }, headers: {} })
    })
  })
  const { result } = renderHook(() => useUpload(images.upload))
  expect(result.current.progress).toBeNull()
  let sending!: Promise<unknown>
  await act(async () => {
    sending = result.current.send(new File(['a'], 'logo.png'))
    await vi.waitFor(() => answer())
  })
  await act(() => sending)
  expect(result.current.progress).toBeNull()
  await act(async () => {
    sending = result.current.send(new File(['a'], 'logo.png'))
    await Promise.resolve()
  })
  const told = []
  for (const loaded of [0, 50, 199, 200]) {
    act(() => sent(loaded))
    told.push(result.current.progress)
  }
  expect(told).toEqual([0, 25, 99, 99])
  await act(async () => {
    answer()
    await sending
  })
  // What is told of it is told a few times a second: the last time may come behind the answer.
  act(() => sent(200))
  expect(result.current.progress).toBeNull()
})
