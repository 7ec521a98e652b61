import type { ReactNode } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  readonly text: string
  /** The accessible name. */
  readonly label: string
}

/** Modules of white around a code, which readers need to find it. */
const QUIET_ZONE = 4

/** Dark on white in either theme, since many readers find no inverted code. Nothing is requested to make it. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      aria-label={label}
      className="size-48 rounded-control"
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect fill="#fff" height={size} width={size} />
      <path d={path} fill="#000" />
    </svg>
  )
}
