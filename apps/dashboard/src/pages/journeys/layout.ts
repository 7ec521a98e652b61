interface FlowRow {
  readonly key: string
  /** Null where it is withheld. */
  readonly visits: number | null
}

interface FlowLink {
  readonly from: string
  readonly to: string
  readonly visits: number | null
}

/** A step: its rows, and the links to the column on its right. */
export interface FlowColumn {
  readonly rows: readonly FlowRow[]
  readonly links: readonly FlowLink[]
}

export interface PlacedNode extends FlowRow {
  readonly column: number
  readonly x: number
  readonly y: number
  readonly height: number
}

interface PlacedLink extends FlowLink {
  readonly path: string
  readonly width: number
}

interface Placed {
  readonly nodes: readonly PlacedNode[]
  readonly links: readonly PlacedLink[]
  /** The lowest end of a row. */
  readonly bottom: number
  /** From one column to the next. */
  readonly between: number
}

export const NODE_WIDTH = 10
const GAP = 22
const LEAST_HEIGHT = 3

interface Size {
  readonly width: number
  readonly height: number
}

/** Places the rows of each column below each other, as high as they have visits, and the links between neighbours. */
export function placeFlow(columns: readonly FlowColumn[], { width, height }: Size): Placed {
  const scale = Math.min(
    ...columns.map(({ rows }) => (height - GAP * Math.max(0, rows.length - 1)) / Math.max(1, sum(rows))),
  )
  const between = (width - NODE_WIDTH) / columns.length
  const nodes = columns.map(({ rows }, column) => placeColumn(rows, { column, x: column * between, scale }))
  const links = columns.flatMap((column, at) =>
    placeLinks(column.links, { left: nodes[at] ?? [], right: nodes[at + 1] ?? [], scale }),
  )
  const bottom = Math.max(...nodes.flat().map(({ y, height }) => y + height))
  return { nodes: nodes.flat(), links, bottom, between }
}

function sum(rows: readonly FlowRow[]): number {
  return rows.reduce((total, { visits }) => total + (visits ?? 0), 0)
}

interface ColumnPlace {
  readonly column: number
  readonly x: number
  readonly scale: number
}

function placeColumn(rows: readonly FlowRow[], { column, x, scale }: ColumnPlace): readonly PlacedNode[] {
  let y = 0
  return rows.map((row) => {
    const height = Math.max(LEAST_HEIGHT, (row.visits ?? 0) * scale)
    const node = { ...row, column, x, y, height }
    y += height + GAP
    return node
  })
}

interface Ends {
  readonly left: readonly PlacedNode[]
  readonly right: readonly PlacedNode[]
  readonly scale: number
}

/** Links leave a node in the order of their ends, so that few of them cross. */
function placeLinks(links: readonly FlowLink[], { left, right, scale }: Ends): readonly PlacedLink[] {
  const placeIn = (nodes: readonly PlacedNode[], key: string) => nodes.findIndex((node) => node.key === key)
  const used = new Map<PlacedNode, number>()
  const take = (node: PlacedNode, width: number) => {
    const before = used.get(node) ?? 0
    // Visits that came twice can make more than the node has.
    const y = node.y + Math.min(before, Math.max(0, node.height - width))
    used.set(node, before + width)
    return y + width / 2
  }
  const sorted = links
    .filter(({ visits }) => visits !== null && visits > 0)
    .toSorted((a, b) => placeIn(left, a.from) - placeIn(left, b.from) || placeIn(right, a.to) - placeIn(right, b.to))
  return sorted.flatMap((link) => {
    const from = left.find(({ key }) => key === link.from)
    const to = right.find(({ key }) => key === link.to)
    if (from === undefined || to === undefined) return []
    const width = Math.max(1, (link.visits ?? 0) * scale)
    const start = from.x + NODE_WIDTH
    const middle = (start + to.x) / 2
    const [y1, y2] = [take(from, width), take(to, width)].map((y) => Math.round(y * 10) / 10)
    return [{ ...link, width, path: `M${start} ${y1}C${middle} ${y1} ${middle} ${y2} ${to.x} ${y2}` }]
  })
}

/** A letter of 12 pixels, on average. Wide letters overlap the next column, which is drawn above them. */
const LETTER_WIDTH = 6.6
/** Of these, a third are those of the start. */
const LABEL_LEAST = 12

/** A label that has room beside its number. It is cut in the middle: a path begins with its section and differs most at its end. */
export function cutLabel(label: string, number: string, room: number): string {
  const characters = [...label]
  const fitting = Math.max(LABEL_LEAST, Math.floor(room / LETTER_WIDTH) - [...number].length - 1)
  if (characters.length <= fitting) return label
  const start = Math.floor(fitting / 3)
  return `${characters.slice(0, start).join('')}…${characters.slice(1 + start - fitting).join('')}`
}
