import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
const colors = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

/** Pairs of colors with the contrast that WCAG 2.2 requires: 4.5 for text, 3 for borders of controls and chart lines. */
const PAIRS = [
  ['text', 'surface', 4.5],
  ['text', 'ground', 4.5],
  ['text', 'raised', 4.5],
  ['text', 'bar', 4.5],
  ['muted', 'surface', 4.5],
  ['muted', 'ground', 4.5],
  ['muted', 'raised', 4.5],
  ['muted', 'bar', 4.5],
  ['accent', 'surface', 4.5],
  ['accent', 'ground', 4.5],
  ['accent', 'raised', 4.5],
  ['accent', 'accent-ground', 4.5],
  ['text', 'accent-ground', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['good', 'surface', 4.5],
  ['good', 'raised', 4.5],
  ['good', 'good-ground', 4.5],
  ['danger', 'surface', 4.5],
  ['danger', 'raised', 4.5],
  ['danger', 'danger-ground', 4.5],
  ['on-danger', 'danger-fill', 4.5],
  ['warning', 'warning-ground', 4.5],
  ['warning', 'surface', 4.5],
  ['warning', 'raised', 4.5],
  ['purple', 'surface', 4.5],
  ['field-line', 'surface', 3],
  ['field-line', 'ground', 3],
  ['compared', 'surface', 3],
] as const

describe.each(['light', 'dark'] as const)('colors of the %s theme', (theme) => {
  it.each(PAIRS)('keeps %s on %s at a contrast of at least %d', (front, back, least) => {
    expect(contrast(colors.get(front)?.[theme] ?? '', colors.get(back)?.[theme] ?? '')).toBeGreaterThanOrEqual(least)
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
