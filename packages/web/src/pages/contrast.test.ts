import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./pages.css', import.meta.url), 'utf8')
const [light, dark] = [...css.matchAll(/:root \{(.*?)\}/gs)].map(
  ([, block = '']) =>
    new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color])),
)

/** Which colors meet, and the ratio that WCAG 2.2 asks for: 4.5 for text, 3 for borders of controls and focus rings. */
const PAIRS = [
  ['text', 'surface', 4.5],
  ['text', 'ground', 4.5],
  ['muted', 'surface', 4.5],
  ['muted', 'ground', 4.5],
  ['accent', 'surface', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'danger-ground', 4.5],
  ['warning', 'warning-ground', 4.5],
  ['field-line', 'surface', 3],
  ['focus', 'surface', 3],
  ['focus', 'ground', 3],
] as const

describe.each([
  ['light', light],
  ['dark', dark],
])('colors of the %s pages', (_, colors) => {
  it.each(PAIRS)('keeps the contrast of %s on %s at %d or more', (front, back, least) => {
    expect(contrast(colors?.get(front) ?? '', colors?.get(back) ?? '')).toBeGreaterThanOrEqual(least)
  })
})

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
