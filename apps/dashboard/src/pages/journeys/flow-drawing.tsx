import { type ReactNode, useEffect, useRef } from 'react'
import type { Journeys } from '../../api/types.ts'
import { t } from '../../messages/messages.ts'
import { formatCount } from '../../statistics/format.ts'
import { columnsOf, isPage, pageLabel } from './flow.ts'
import { NODE_WIDTH, type PlacedNode, placeFlow } from './layout.ts'

const WIDTH = 1120
const ROW_HEIGHT = 34
const LEAST_ROWS = 6
const LABEL_CHARACTERS = 18
/** Of which so many are those of the start. */
const LABEL_START = 6

interface FlowDrawingProps {
  readonly journeys: Journeys
  readonly onChoose: (page: string) => void
}

/** The journeys as a drawing. The table below it has the same numbers. */
export function FlowDrawing({ journeys, onChoose }: FlowDrawingProps): ReactNode {
  const columns = columnsOf(journeys)
  const rows = Math.max(LEAST_ROWS, ...columns.map((column) => column.rows.length))
  const height = rows * ROW_HEIGHT
  const { nodes, links, bottom } = placeFlow(columns, { width: WIDTH, height })
  const area = useRef<HTMLElement>(null)
  const chosen = nodes.find(({ column }) => column === (journeys.before?.length ?? 0))?.x ?? 0
  useEffect(() => {
    // Where the drawing is wider than the screen, it opens at the page that it is about.
    if (area.current)
      area.current.scrollLeft = (chosen / WIDTH) * area.current.scrollWidth - area.current.clientWidth / 2
  }, [chosen])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section aria-label={t('journeys.drawing')} className="overflow-x-auto px-5 pb-4" ref={area} tabIndex={0}>
      <svg
        aria-label={t('journeys.drawing_hint', { page: journeys.page })}
        className="h-auto w-full min-w-[56rem]"
        role="img"
        viewBox={`0 -4 ${WIDTH} ${Math.ceil(bottom) + 20}`}
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
          <FlowNode key={`${node.column} ${node.key}`} node={node} onChoose={onChoose} />
        ))}
      </svg>
    </section>
  )
}

function FlowNode({
  node,
  onChoose,
}: {
  readonly node: PlacedNode
  readonly onChoose: (page: string) => void
}): ReactNode {
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
        x={x + NODE_WIDTH + 5}
        y={y + Math.min(height, 14) / 2 + 4}
      >
        {cut(label)} <tspan className="fill-muted">{number}</tspan>
      </text>
    </g>
  )
}

/** Cut in the middle: a path begins with its section and differs most at its end. */
function cut(label: string): string {
  const characters = [...label]
  if (characters.length <= LABEL_CHARACTERS) return label
  return `${characters.slice(0, LABEL_START).join('')}…${characters.slice(1 + LABEL_START - LABEL_CHARACTERS).join('')}`
}
