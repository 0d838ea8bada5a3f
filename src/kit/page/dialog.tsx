/** The library's dialog, whose code comes with the first that opens: a list does not wait for what it may never ask. */
import { Suspense, useState, type ComponentProps } from 'react'
import type { Modal } from 'antd'
import { useFocusBack } from './focus-back.ts'
import { later } from './later.tsx'

type DialogProps = ComponentProps<typeof Modal>

const Later = later<DialogProps>(async () => (await import('antd/es/modal')).default)

/** As the library's: its code is asked for when it opens first, and it stays drawn, so that it can close as it opened. */
export function Dialog(props: DialogProps) {
  const [asked, setAsked] = useState(props.open ?? false)
  if (props.open && !asked) setAsked(true)
  const giveBack = useFocusBack(props.open ?? false)
  return (
    asked && (
      <Suspense fallback={null}>
        <Later
          {...props}
          afterClose={() => {
            props.afterClose?.()
            giveBack()
          }}
        />
      </Suspense>
    )
  )
}
