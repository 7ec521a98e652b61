import type { JourneyDirection } from '@footfall/core-domain'
import { allOf, array, integer, joinSql, not, type Sql, sql, text } from '@footfall/warehouse'
import type { Selection } from '../question/question.ts'
import { inPassingVisits } from './conditions.ts'
import { NO_NEXT_PAGE, NO_PREVIOUS_PAGE, PAGEVIEW_OF_VISIT, rowsOfVisitsBegunIn } from './rows.ts'

export const STEPS = 3
/** Everything of a step that is not listed. */
export const OTHER_PAGES = '(other)'

/** The views of one page in the visits that filters choose, and the steps that are asked for. */
export interface Journeys {
  readonly selection: Selection
  /** Set for a complement: visits that these filters choose are left out. */
  readonly except?: Selection | undefined
  readonly page: string
  readonly directions: readonly JourneyDirection[]
}

export interface TopRow {
  readonly direction: JourneyDirection
  readonly step: number
  readonly page: string
}

/** The pages of most visits, for each step of each direction. */
export function topPagesStatement(journeys: Journeys, limit: number): Sql {
  return sql`SELECT direction, toUInt32(step) AS step, page FROM (
  SELECT direction, arrayJoin(arrayDistinct(arrayMap(link -> (link.1, link.3), links))) AS node, node.1 AS step, node.2 AS page
  FROM (${linksOfVisits(journeys)}))
GROUP BY direction, step, page ORDER BY count() DESC, page LIMIT ${integer(limit)} BY direction, step`
}

export interface FlowRow {
  readonly direction: JourneyDirection
  /** 0 is the page itself. */
  readonly step: number
  /** Empty for the visits of a page, otherwise the page that is one step nearer. */
  readonly nearer: string
  readonly is_link: number
  readonly page: string
  readonly visits: string
  readonly people: string
}

/** The visits of each page of each step and of each link between two steps; pages that are not among the top are one. */
export function flowStatement(journeys: Journeys, top: readonly TopRow[]): Sql {
  const { directions } = journeys
  const tops = directions.flatMap((direction) =>
    STEP_NUMBERS.map((step) => {
      const pages = top.filter((row) => row.direction === direction && row.step === step).map(({ page }) => text(page))
      return array(pages, 'String')
    }),
  )
  const place = (step: Sql, page: Sql) =>
    sql`if(has(tops[first_top + ${step}], ${page}), ${page}, ${text(OTHER_PAGES)})`
  const named = sql`arrayMap(link -> (link.1, if(link.1 = 1, '', ${place(sql`link.1 - 1`, sql`link.2`)}), ${place(sql`link.1`, sql`link.3`)}), links)`
  return sql`WITH [${joinSql(tops, ', ')}] AS tops
SELECT direction, toUInt32(flow.1) AS step, flow.2 AS is_link, flow.3 AS nearer, flow.4 AS page,
  count() AS visits, uniqExact(person) AS people FROM (
  SELECT direction, person, arrayJoin(arrayDistinct(arrayConcat(
    [(0, 0, '', ${text(journeys.page)})],
    arrayMap(link -> (link.1, 0, '', link.3), named),
    arrayMap(link -> (link.1, 1, link.2, link.3), arrayFilter(link -> link.1 > 1, named))))) AS flow
  FROM (SELECT direction, person, ${firstTop(directions)} AS first_top, ${named} AS named FROM (${linksOfVisits(journeys)})))
GROUP BY direction, step, is_link, nearer, page`
}

const STEP_NUMBERS = Array.from({ length: STEPS }, (_, i) => i + 1)

/** What precedes the lists of a direction in `tops`. */
function firstTop(directions: readonly JourneyDirection[]): Sql {
  const second = directions[1]
  return second === undefined ? sql`0` : sql`if(direction = ${text(second)}, ${integer(STEPS)}, 0)`
}

/** For each visit and direction its distinct links `(step, page one step nearer, page)`. */
function linksOfVisits({ selection, except, page, directions }: Journeys): Sql {
  const ways = joinSql(
    directions.map((direction) => sql`(${text(direction)}, ${wayOf(direction)})`),
    ', ',
  )
  // Elements of a tuple in a lambda cost a copy of the array each, so they have names.
  return sql`SELECT person, way.1 AS direction, way.2 AS on_way,
    arrayFilter(i -> on_way[i] = ${text(page)}, range(1, length(on_way))) AS views,
    arrayDistinct(arrayFlatten(arrayMap(i -> arrayMap(k -> (k, on_way[i + k - 1], on_way[i + k]),
      range(1, least(${integer(STEPS)}, length(on_way) - i) + 1)), views))) AS links
  FROM (SELECT person, arrayJoin([${ways}]) AS way FROM (${pagesOfVisits(selection, except, page)}))`
}

/** The pages of a visit in the direction, and the end of it. */
function wayOf(direction: JourneyDirection): Sql {
  switch (direction) {
    case 'after':
      return sql`arrayConcat(pages, [${text(NO_NEXT_PAGE)}])`
    case 'before':
      return sql`arrayConcat(arrayReverse(pages), [${text(NO_PREVIOUS_PAGE)}])`
  }
}

/** The pages that each visit viewed, in order, of the visits that viewed the page. */
function pagesOfVisits(selection: Selection, except: Selection | undefined, page: string): Sql {
  const views = sql`${rowsOfVisitsBegunIn(selection.product, selection.range.kept)} AND ${PAGEVIEW_OF_VISIT}`
  const saw = sql`visit IN (SELECT visit FROM events WHERE ${views} AND path = ${text(page)})`
  const left = except === undefined ? [] : [not(inPassingVisits(except))]
  return sql`SELECT any(visitor) AS person,
    arrayMap(view -> view.3, arraySort(groupArray((pv_seq, ts, toString(path))))) AS pages
  FROM events WHERE ${allOf([views, saw, inPassingVisits(selection), ...left])} GROUP BY visit`
}
