/** The drawing beside the sign-in form: a sheet of drawn balls in line, one of them warm. */

const step = 72
const columns = 7
const rows = 9
/** Which ball of the sheet was drawn, and which few are filled, so that the eye has a path through it. */
const drawn = 31
const filled = new Set([4, 9, 17, 22, 40, 46, 52, 58])

export function LoginArt() {
  return (
    <svg viewBox={`0 0 ${columns * step} ${rows * step}`} preserveAspectRatio="xMidYMid slice" focusable="false">
      {Array.from({ length: columns * rows }, (_, at) => {
        const cx = (at % columns) * step + step / 2
        const cy = Math.floor(at / columns) * step + step / 2
        return <circle key={at} cx={cx} cy={cy} r={at === drawn ? 22 : 20} className={classOf(at)} />
      })}
    </svg>
  )
}

function classOf(at: number): string {
  if (at === drawn) return 'login-ball login-ball-drawn'
  return filled.has(at) ? 'login-ball login-ball-filled' : 'login-ball'
}
