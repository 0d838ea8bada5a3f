/**
 * A field for a whole number, or for one of some decimals such as a percentage. What is not clearly one is none:
 * antd's own reading takes `1 5` for 15 and cuts `1.440` to 1.
 */
import { InputNumber, type InputNumberProps } from 'antd'
import { numberOfTyped } from './money-reading.ts'

export interface NumberInputProps<T extends number | string> extends Omit<InputNumberProps<T>, 'parser' | 'precision'> {
  /** None unless said. */
  decimals?: number
}

export function NumberInput<T extends number | string = number>({ decimals = 0, ...props }: NumberInputProps<T>) {
  return (
    <InputNumber<T>
      decimalSeparator=","
      {...(decimals === 0 && { precision: 0 })}
      {...props}
      // Typed as a value, and taken as a text by the field.
      parser={(typed) => numberOfTyped(typed ?? '', decimals) as T}
    />
  )
}
