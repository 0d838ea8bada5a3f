/** What icons are drawn with; their few rules are in the build's sheet (`bundling/antd-sheet.ts`). */
export * from '@ant-design/icons/es/utils'

export const useInsertStyles = () => undefined
