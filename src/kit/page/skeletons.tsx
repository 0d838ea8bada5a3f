/** Shapes that hold the place of figures while they come, so that nothing moves when they do. */
import './parts.css'

const heights = [38, 55, 72, 64, 88, 70, 94, 80, 60, 76, 52, 66, 44, 58]

export function ChartSkeleton() {
  return (
    <div className="skeleton-chart" aria-hidden="true">
      {heights.map((height, index) => (
        <span key={index} className="skeleton" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}

export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="skeleton-list stack" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row line between">
          <span className="skeleton" style={{ width: `${62 - (index % 4) * 9}%` }} />
          <span className="skeleton" style={{ width: '22%' }} />
        </div>
      ))}
    </div>
  )
}

export function FigureSkeleton() {
  return (
    <span className="skeleton-card" aria-hidden="true">
      <span className="skeleton" style={{ width: '72%', height: 20 }} />
      <span className="skeleton" style={{ width: '48%', height: 12 }} />
    </span>
  )
}
