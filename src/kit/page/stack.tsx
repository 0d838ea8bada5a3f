/** Things one under another, or beside each other, with the theme's own distances between them. */
import type { CSSProperties, HTMLAttributes } from 'react'
import './parts.css'

/** antd's distances by name: 4, 8, 12, 16 and 24 px. */
export type Gap = 'xxs' | 'xs' | 'sm' | 'md' | 'lg'

const gapTokens: Record<Gap, string> = {
  xxs: 'var(--ant-padding-xxs)',
  xs: 'var(--ant-padding-xs)',
  sm: 'var(--ant-padding-sm)',
  md: 'var(--ant-padding)',
  lg: 'var(--ant-padding-lg)',
}

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
  return (
    <Element {...rest} className={`stack ${className}`.trim()} style={{ gap: gapTokens[gap], alignItems: align }} />
  )
}

/** Beside each other. */
export function Row({
  as: Element = 'div',
  gap = 'xs',
  align = 'center',
  justify,
  wrap = true,
  className = '',
  ...rest
}: RowProps) {
  const style: CSSProperties = { gap: gapTokens[gap], alignItems: align, justifyContent: justify }
  return (
    <Element {...rest} className={`row ${className}`.trim()} style={wrap ? style : { ...style, flexWrap: 'nowrap' }} />
  )
}
