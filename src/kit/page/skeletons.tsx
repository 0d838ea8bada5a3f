/** Shapes that hold the place of figures while they come, so that nothing moves when they do. */
import './parts.css'

const heights = [38, 55, 72, 64, 88, 70, 94, 80, 60, 76, 52, 66, 44, 58]

export function ChartSkeleton() {
  return (
    <div className="bones-chart" aria-hidden="true">
      {heights.map((height, index) => (
        <span key={index} className="bone" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="bones-list" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="bones-row">
          <span className="bone" style={{ width: `${62 - (index % 4) * 9}%` }} />
          <span className="bone bones-figure" />
        </div>
      ))}
    </div>
  )
}

export function FigureSkeleton() {
  return (
    <span className="bones-card" aria-hidden="true">
      <span className="bone bones-value" />
      <span className="bone bones-change" />
    </span>
  )
}
