import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Journeys } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatCount } from '../../statistics/format.ts'
import { columnsOf, isPage, pageLabel } from './flow.ts'
import { cutLabel, NODE_WIDTH, type PlacedNode, placeFlow } from './layout.ts'

/** A narrower screen scrolls. */
const WIDTH_MIN = 896
const ROW_HEIGHT = 34
const LEAST_ROWS = 6
/** Between a row and its label, and between a label and the next column. */
const LABEL_GAP = 5

interface FlowDrawingProps {
  readonly journeys: Journeys
  readonly onChoose: (page: string) => void
}

/** The journeys as a drawing. The table below it has the same numbers. */
export function FlowDrawing({ journeys, onChoose }: FlowDrawingProps): ReactNode {
  const columns = columnsOf(journeys)
  const rows = Math.max(LEAST_ROWS, ...columns.map((column) => column.rows.length))
  const height = rows * ROW_HEIGHT
  const area = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement>(null)
  const width = Math.max(WIDTH_MIN, useWidth(area))
  const { nodes, links, bottom, between } = placeFlow(columns, { width, height })
  const chosen = nodes.find(({ column }) => column === (journeys.before?.length ?? 0))?.x ?? 0
  useEffect(() => {
    // Where the drawing is wider than the screen, it opens at the page that it is about.
    if (scroller.current) scroller.current.scrollLeft = chosen - scroller.current.clientWidth / 2
  }, [chosen])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={t('journeys.drawing')} className="overflow-x-auto px-5 pb-4" ref={scroller} tabIndex={0}>
      <div ref={area} />
      <svg
        aria-label={t('journeys.drawing_hint', { page: journeys.page })}
        height={Math.ceil(bottom) + 20}
        role="img"
        viewBox={`0 -4 ${width} ${Math.ceil(bottom) + 20}`}
        width={width}
      >
        {links.map(({ from, to, path, width, visits }) => (
          <path
            className="fill-none stroke-accent opacity-25 hover:opacity-50"
            d={path}
            data-link={`${from} ${to}`}
            key={path}
            strokeWidth={width}
          >
            <title>
              {t('journeys.link', { from: pageLabel(from), to: pageLabel(to), visits: formatCount(visits ?? 0) })}
            </title>
          </path>
        ))}
        {nodes.map((node) => (
          <FlowNode
            key={`${node.column} ${node.key}`}
            node={node}
            onChoose={onChoose}
            room={between - NODE_WIDTH - 2 * LABEL_GAP}
          />
        ))}
      </svg>
    </section>
  )
}

/** The width of an element in pixels, before it is seen for the first time. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

interface FlowNodeProps {
  readonly node: PlacedNode
  readonly onChoose: (page: string) => void
  /** For the label and the number, in pixels. */
  readonly room: number
}

function FlowNode({ node, onChoose, room }: FlowNodeProps): ReactNode {
  const { key, visits, x, y, height } = node
  const label = pageLabel(key)
  const number = visits === null ? t('journeys.withheld') : formatCount(visits)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table does the same by keyboard
    <g className={isPage(key) ? 'cursor-pointer' : undefined} onClick={isPage(key) ? () => onChoose(key) : undefined}>
      <title>{`${label}: ${number}`}</title>
      <rect
        className={isPage(key) ? 'fill-accent' : 'fill-compared'}
        height={height}
        rx="2"
        width={NODE_WIDTH}
        x={x}
        y={y}
      />
      <text
        className="fill-text stroke-3 stroke-surface text-[12px] [paint-order:stroke]"
        x={x + NODE_WIDTH + LABEL_GAP}
        y={y + Math.min(height, 14) / 2 + 4}
      >
        {cutLabel(label, number, room)} <tspan className="fill-muted">{number}</tspan>
      </text>
    </g>
  )
}
