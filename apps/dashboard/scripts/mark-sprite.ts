import * as brands from 'simple-icons'
import { MARKS } from '../src/statistics/marks.ts'

/** The backgrounds of marks. A color that is hard to see on one of them gives way to the color of the text. */
const SURFACES = ['ffffff', '191c22'].map(luminance)
const CONTRAST_MIN = 2

/** One SVG file with a symbol for each mark of the dashboard. A page loads it once. */
export function markSprite(): string {
  const known = new Map(Object.values(brands).map((brand) => [brand.slug, brand]))
  const symbols = [...new Set(MARKS.values())].sort().map((mark) => {
    const brand = known.get(mark)
    if (brand === undefined) throw new TypeError(`The package has no mark ${mark}.`)
    const fill = isSeen(brand.hex) ? `#${brand.hex}` : 'currentColor'
    return `<symbol id="${mark}" viewBox="0 0 24 24"><path fill="${fill}" d="${brand.path}"/></symbol>`
  })
  return `<!-- Simple Icons, under CC0 1.0; the marks belong to their owners -->
<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('\n')}</svg>\n`
}

function isSeen(hex: string): boolean {
  const own = luminance(hex)
  return SURFACES.every((other) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05) >= CONTRAST_MIN)
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
