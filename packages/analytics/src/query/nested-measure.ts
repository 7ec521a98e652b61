import { instant, joinSql, type Sql, sql } from '@footfall/warehouse'
import { ENTRY_HOSTNAME, EXIT_PAGE } from './dimensions.ts'
import { isVisitMetric, rowsIn, widened } from './filters.ts'
import { allOf } from './match.ts'
import {
  aliased,
  begunIn,
  filtersOf,
  flatMeasure,
  keyOfRow,
  type Measure,
  type MeasureContext,
  PERSON,
} from './measure.ts'

export function measure(context: MeasureContext): Measure {
  const { metric, dimension } = context
  if (metric === 'scroll_depth') return scrollDepth(context)
  // A visit begins on one hostname and may go on on another; only its beginning is on a row of its own.
  const byVisit =
    dimension === 'exit_page' || (dimension === 'hostname' && isVisitMetric(metric) && metric !== 'visits')
  return byVisit ? byVisitMeasure(context) : flatMeasure(context)
}

/** The deepest point of each visit to a page, then the average of those. */
function scrollDepth(context: MeasureContext): Measure {
  const where = allOf([rowsIn(context), sql`scroll > 0`, filtersOf(context)])
  return {
    grouped(groups) {
      const columns = aliased(groups)
      const names = [sql`visit`, sql`path`, ...(groups.k ? [sql`k`] : []), ...(groups.b ? [sql`b`] : [])]
      const selected = joinSql([...columns, sql`max(scroll) AS deepest`, sql`any(visitor) AS person`], ', ')
      return {
        columns: [...(groups.k ? [sql`k`] : []), ...(groups.b ? [sql`b`] : [])],
        from: sql`(SELECT ${selected} FROM events WHERE ${where} GROUP BY ${joinSql(names, ', ')})`,
      }
    },
    key: keyOfRow(context),
    instant: sql`ts`,
    value: sql`avg(deepest) / 100`,
    people: sql`uniqExactIf(person, person != 0)`,
    present: sql`count() > 0`,
  }
}

/** For dimensions that only the whole visit knows: rows become visits first, then figures. */
function byVisitMeasure(context: MeasureContext): Measure {
  const { span, metric } = context
  const inSpan = sql`ts >= ${instant(span.start * 1000)} AND ts < ${instant(span.end * 1000)}`
  const filters = filtersOf(context)
  const rows = rowsIn({ ...context, span: widened(span) })
  // Filters of visits hold for all rows of one; those of visitors for single rows, which must not hide the exit page.
  const [where, counted] = isVisitMetric(metric) ? [filters, inSpan] : [sql`1`, sql`${inSpan} AND ${filters}`]
  const columns = joinSql(
    [
      sql`${context.dimension === 'exit_page' ? EXIT_PAGE : ENTRY_HOSTNAME} AS k`,
      sql`countIf(visit_starts = 1 AND ${inSpan}) AS begun`,
      sql`sumIf(unbounce, ${begunIn(span)}) AS unbounced`,
      sql`sumIf(events.gap_ms, ${begunIn(span)}) AS lasted_ms`,
      sql`countIf(kind = 'pageview' AND ${inSpan}) AS views`,
      sql`groupUniqArrayIf(visitor, ${PERSON} AND ${counted}) AS people`,
    ],
    ', ',
  )
  return {
    grouped: () => ({
      columns: [sql`k`],
      from: sql`(SELECT ${columns} FROM events WHERE ${rows} AND visit != 0 AND ${where} GROUP BY visit)`,
    }),
    key: sql`k`,
    instant: sql`ts`,
    ...byVisitFormula(metric),
  }
}

function byVisitFormula(metric: MeasureContext['metric']): { value: Sql; people: Sql; present: Sql } {
  const people = sql`uniqExactArrayIf(people, begun > 0)`
  const present = sql`sum(begun) > 0`
  switch (metric) {
    case 'visits':
      return { value: sql`sum(begun)`, people, present }
    case 'views_per_visit':
      return { value: sql`sum(views) / sum(begun)`, people, present }
    case 'bounce_rate':
      return { value: sql`(sum(begun) - sum(unbounced)) / sum(begun)`, people, present }
    case 'visit_duration':
      return { value: sql`sum(lasted_ms) / 1000 / sum(begun)`, people, present }
    default:
      return {
        value: sql`uniqExactArray(people)`,
        people: sql`uniqExactArray(people)`,
        present: sql`countIf(notEmpty(people)) > 0`,
      }
  }
}
