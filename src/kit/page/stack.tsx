/** Things one under another, or beside each other, with the theme's own distances between them. */
import type { CSSProperties, HTMLAttributes } from 'react'

/** antd's distances by name: 4, 8, 12, 16 and 24 px. The lines of a broken row stand 4 px apart, of an `xs` one 8. */
type Gap = 'xxs' | 'xs' | 'sm' | 'md' | 'lg'

/** What else an element takes: `role`, `aria-label`, `className`. */
export interface StackProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  /** The element, `div` unless its meaning or its place ask for another. */
  as?: 'div' | 'span' | 'section' | 'header' | 'footer' | 'ul' | 'ol' | 'li'
  /** Between one thing and the next; `md` for a stack, `xs` for a row. */
  gap?: Gap
  /** Across the direction: a stack's things fill its width unless told otherwise, a row's stand in its middle. */
  align?: CSSProperties['alignItems']
}

export interface RowProps extends StackProps {
  /** A row goes on in a second line where the first is full, unless `false`. */
  wrap?: boolean
  /** Along the row: `space-between` puts the last thing at the right. */
  justify?: CSSProperties['justifyContent']
}

/** One under another. */
export function Stack({ as: Element = 'div', gap = 'md', align, className = '', ...rest }: StackProps) {
  return <Element {...rest} className={`stack gap-${gap} ${className}`.trim()} style={{ alignItems: align }} />
}

/** Beside each other. */
export function Row({
  as: Element = 'div',
  gap = 'xs',
  align,
  justify,
  wrap = true,
  className = '',
  ...rest
}: RowProps) {
  return (
    <Element
      {...rest}
      className={`${wrap ? 'row' : 'line'} gap-${gap} ${className}`.trim()}
      style={{ alignItems: align, justifyContent: justify }}
    />
  )
}
