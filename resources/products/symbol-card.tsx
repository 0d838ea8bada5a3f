/** One symbol: picture, code, name and place. Its picture is changed by a click or by dropping a file on the card. */
import {
  DeleteOutlined,
  HolderOutlined,
  LeftOutlined,
  RightOutlined,
  UploadOutlined,
  ZoomInOutlined,
} from '@ant-design/icons'
import { Button, Input, Progress } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import type { ProductSymbol } from '@contract/products.ts'
import { Fault } from '@/kit/form/part-frame.tsx'
import { SymbolImage } from '@/kit/values/symbol-image.tsx'
import { useImageUpload } from '@/kit/files/image-upload.ts'
import { PictureFile } from '@/kit/files/picture-file.tsx'

export interface SymbolCardProps {
  symbol: ProductSymbol
  index: number
  count: number
  faults: Record<'code' | 'name' | 'image', string | undefined>
  onChange: (part: Partial<ProductSymbol>) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
  onZoom: () => void
}

/** What a dragged card says of itself, so that a file and a card are told apart. */
const cardType = 'application/x-sorteo-symbol'

export function SymbolCard(props: SymbolCardProps) {
  const { symbol, index, faults, onChange, onMove } = props
  const [over, setOver] = useState(false)
  const upload = useImageUpload((image_url) => onChange({ image_url }))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const from = event.dataTransfer.getData(cardType)
    if (from !== '') return onMove(Number(from), index)
    const [file] = event.dataTransfer.files
    if (file) void upload.send(file)
  }
  const name = `${symbol.code} ${symbol.name}`.trim() || 'símbolo nuevo'
  const fault = faults.code ?? faults.name ?? faults.image ?? upload.fault ?? undefined
  return (
    // What is dropped can also be chosen and moved with the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className="symbol-card surface"
      data-over={over}
      data-fault={fault !== undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <PictureButton symbol={symbol} name={name} progress={upload.progress} onFile={(file) => void upload.send(file)} />
      <div className="symbol-fields">
        <Input
          aria-label={`Código de ${name}`}
          placeholder="Código"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={symbol.code}
          onChange={(event) => onChange({ code: event.target.value })}
          aria-invalid={faults.code !== undefined}
          {...(faults.code && { status: 'error' as const })}
        />
        <Input
          aria-label={`Nombre de ${name}`}
          placeholder="Nombre"
          autoComplete="off"
          maxLength={40}
          value={symbol.name}
          onChange={(event) => onChange({ name: event.target.value })}
          aria-invalid={faults.name !== undefined}
          {...(faults.name && { status: 'error' as const })}
        />
      </div>
      <CardTools {...props} name={name} />
      <Fault text={fault} />
    </li>
  )
}

function PictureButton({
  symbol,
  name,
  progress,
  onFile,
}: {
  symbol: ProductSymbol
  name: string
  progress: number | null
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="symbol-picture">
      <button
        type="button"
        className="cell middle"
        aria-label={`Cambiar la imagen de ${name}`}
        onClick={() => input.current?.click()}
        disabled={progress !== null}
      >
        {progress === null ? (
          <SymbolImage {...symbol} size={56} />
        ) : (
          <Progress type="circle" size={52} percent={progress} aria-label={`Subiendo la imagen de ${name}`} />
        )}
        <span className="symbol-picture-hint" aria-hidden="true">
          <UploadOutlined />
        </span>
      </button>
      <PictureFile ref={input} label={`Archivo de imagen de ${name}`} onFile={onFile} />
    </span>
  )
}

function CardTools({ index, count, name, onMove, onRemove, onZoom }: SymbolCardProps & { name: string }) {
  return (
    <div className="line">
      <span
        className="symbol-handle sorteo-muted"
        draggable
        aria-hidden="true"
        title="Arrastre para ordenar"
        onDragStart={(event) => {
          event.dataTransfer.setData(cardType, String(index))
          event.dataTransfer.effectAllowed = 'move'
        }}
      >
        <HolderOutlined />
      </span>
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined aria-hidden="true" />}
        disabled={index === 0}
        aria-label={`Mover ${name} antes`}
        onClick={() => onMove(index, index - 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<RightOutlined aria-hidden="true" />}
        disabled={index === count - 1}
        aria-label={`Mover ${name} después`}
        onClick={() => onMove(index, index + 1)}
      />
      <Button
        type="text"
        size="small"
        icon={<ZoomInOutlined aria-hidden="true" />}
        aria-label={`Ver ${name} en grande`}
        onClick={onZoom}
      />
      <Button
        type="text"
        size="small"
        className="push"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={`Quitar ${name}`}
        onClick={onRemove}
      />
    </div>
  )
}
