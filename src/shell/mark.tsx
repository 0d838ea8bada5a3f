/** The product's mark: an S that ends in the drawn ball. The favicon is the same drawing. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#1f3557" />
      <path
        d="M21.6 10.6c-1.1-1.9-3.1-3-5.6-3-3.3 0-5.7 1.8-5.7 4.4 0 2.8 2.5 3.5 5.7 4.1 3.2.6 5.7 1.4 5.7 4.3 0 2.5-2.4 4.2-5.7 4.2"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="11" cy="23.6" r="2.4" fill="#f0b05a" />
    </svg>
  )
}
