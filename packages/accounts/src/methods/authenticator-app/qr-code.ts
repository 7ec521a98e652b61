import { encode } from 'uqr'

/** A QR code as an SVG path: one unit for each module, in a square of `size` units with the quiet zone. */
export interface QrCode {
  readonly size: number
  readonly path: string
}

const QUIET_ZONE = 4

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  let path = ''
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x} ${y}h1v1h-1z`
    })
  })
  return { size, path }
}
