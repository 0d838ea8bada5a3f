/** antd's select, which shows a value that no option has as it is: here a number is never read in the place of a name. */
import { Select as AntdSelect, type SelectProps } from 'antd'
import type { DefaultOptionType } from 'antd/es/select'
import type { Ref } from 'react'
import { loadingName } from '../values/names.ts'

/** Whoever knows what the number is called says so with a `labelRender` of their own. */
export function Select<V = unknown, O extends DefaultOptionType = DefaultOptionType>(
  props: SelectProps<V, O> & { ref?: Ref<never> },
) {
  const { loading, ref } = props
  return (
    <AntdSelect<V, O>
      labelRender={({ label, value }) =>
        label ?? (typeof value !== 'number' ? value : loading ? loadingName : 'No disponible')
      }
      {...props}
      {...(ref && { ref: ref as never })}
    />
  )
}
