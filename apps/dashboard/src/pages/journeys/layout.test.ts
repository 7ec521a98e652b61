import { expect, it } from 'vitest'
import { cutLabel, placeFlow } from './layout.ts'

const SIZE = { width: 300, height: 200 }

it('draws the rows of a step below each other, in proportion to their visits', () => {
  const rows = [
    { key: '/a', visits: 30 },
    { key: '/b', visits: 10 },
  ]
  const { nodes } = placeFlow([{ rows, links: [] }], SIZE)
  const [a, b] = nodes
  expect((a?.height ?? 0) / (b?.height ?? 1)).toBeCloseTo(3)
  expect(b?.y).toBeGreaterThan((a?.y ?? 0) + (a?.height ?? 0))
  expect((b?.y ?? 0) + (b?.height ?? 0)).toBeLessThanOrEqual(SIZE.height + 0.01)
})

it('joins the rows of neighboring steps by lines as wide as the visits between them', () => {
  const from = { rows: [{ key: '/a', visits: 8 }], links: [{ from: '/a', to: '/c', visits: 4 }] }
  const to = { rows: [{ key: '/c', visits: 4 }], links: [] }
  const { nodes, links } = placeFlow([from, to], SIZE)
  expect(links).toHaveLength(1)
  expect(links[0]?.width).toBeCloseTo(nodes[1]?.height ?? 0)
})

it('draws a withheld row as the thinnest line, and no withheld link', () => {
  const step = { rows: [{ key: '/a', visits: null }], links: [{ from: '/a', to: '/c', visits: null }] }
  const { nodes, links } = placeFlow([step, { rows: [{ key: '/c', visits: 4 }], links: [] }], SIZE)
  expect(nodes[0]?.height).toBe(3)
  expect(links).toEqual([])
})

it('cuts a label in the middle where its column has no room for it, and nowhere else', () => {
  const path = '/docs/getting-started/install'
  expect(cutLabel(path, '1,234', 300)).toBe(path)
  const cut = cutLabel(path, '1,234', 150)
  expect(cut).toMatch(/^\/docs.*….*install$/)
  expect(cut.length + ' 1,234'.length).toBeLessThanOrEqual(150 / 6)
})
