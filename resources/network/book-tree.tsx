/** The tree as a workbook would leave it: whom its rows hang from, and a level of it at a time. */
import { Flex, Tree, Typography } from 'antd'
import { useState, type ReactNode } from 'react'
import { network, type NetworkNode } from '@contract/network.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { countText } from '@contract/values/money.ts'
import { useCall, useReadOnce } from '@providers/queries.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { StateTag } from '@/kit/values/status-tag.tsx'

const { action: actions } = network.changes.list.row.shape

interface Node {
  key: string
  title: ReactNode
  isLeaf: boolean
  children?: Node[]
}

function Title({ one }: { one: NetworkNode }) {
  const { action, below, users, rates } = one
  const facts = [
    partnerTypeLabels[one.type],
    one.code,
    ...(below > 0 ? [countText(below, 'dependiente del libro', 'dependientes del libro')] : []),
    ...(users > 0 ? [countText(users, 'usuario', 'usuarios')] : []),
    ...(rates > 0 ? [countText(rates, 'comisión', 'comisiones')] : []),
  ]
  return (
    <Flex align="center" gap="small" wrap>
      <Typography.Text type={action === null ? 'secondary' : undefined}>{one.name}</Typography.Text>
      {action !== null && action !== 'igual' && <StateTag of={actions} state={action} />}
      <Typography.Text type="secondary">{facts.join(' · ')}</Typography.Text>
    </Flex>
  )
}

type Levels = Readonly<Record<string, readonly NetworkNode[]>>

function nodeOf(one: NetworkNode, levels: Levels): Node {
  const children = levels[one.code]?.map((below) => nodeOf(below, levels))
  return { key: one.code, title: <Title one={one} />, isLeaf: one.below === 0, ...(children && { children }) }
}

export function BookTree({ id }: { id: number }) {
  const top = useCall(network.tree, { params: { id } })
  const read = useReadOnce(network.tree)
  const [levels, setLevels] = useState<Levels>({})
  if (top.isError) return <ProblemView error={top.error} onRetry={() => void top.refetch()} />
  if (!top.data) return <ListSkeleton rows={6} />
  const load = async ({ key }: { key: string }) => {
    const { data } = await read({ params: { id }, query: { father: key } })
    setLevels((known) => ({ ...known, [key]: data }))
  }
  return (
    <Tree<Node>
      aria-label="El árbol del libro"
      blockNode
      showLine
      selectable={false}
      virtual
      height={520}
      defaultExpandedKeys={top.data.data.length === 1 ? top.data.data.map(({ code }) => code) : []}
      treeData={top.data.data.map((one) => nodeOf(one, levels))}
      loadData={load as (node: object) => Promise<void>}
    />
  )
}
