import type { MetricDefinition } from './metric-definition.ts'
import { VITAL_LIMITS, type WebVital } from './web-vitals.ts'

/** One row for each metric, in the order in which they are listed. */
const TABLE = {
  visitors: {
    label: 'Visitors',
    description:
      'Distinct visitors with a pageview or custom event. Over several days, a person counts once per UTC day.',
    alsoCalled: ['uniques', 'users', 'unique_visitors', 'unique_users', 'total_users', 'active_users', 'dau', 'people'],
    unit: 'count',
    isAverage: false,
    better: 'higher',
  },
  visits: {
    label: 'Visits',
    description:
      'Visits, each counted in the interval in which it began. A visit ends after 30 minutes without an event.',
    alsoCalled: ['sessions', 'session_count'],
    unit: 'count',
    isAverage: false,
    better: 'higher',
  },
  pageviews: {
    label: 'Pageviews',
    description: 'Pages viewed.',
    alsoCalled: ['views', 'page_views', 'hits', 'screen_views', 'screen_page_views', 'impressions'],
    unit: 'count',
    isAverage: false,
    better: 'higher',
  },
  events: {
    label: 'Events',
    description: 'Pageviews and custom events together.',
    alsoCalled: ['event_count', 'total_events'],
    unit: 'count',
    isAverage: false,
    better: 'higher',
  },
  views_per_visit: {
    label: 'Views per visit',
    description: 'Pageviews divided by visits.',
    alsoCalled: ['pages_per_visit', 'pages_per_session', 'views_per_session', 'pageviews_per_visit'],
    unit: 'ratio',
    shownAs: 'number',
    isAverage: true,
    better: 'higher',
  },
  bounce_rate: {
    label: 'Bounce rate',
    description: 'Share, from 0 to 1, of the visits with one pageview and nothing done after it.',
    alsoCalled: ['bounces', 'bounce'],
    unit: 'ratio',
    shownAs: 'percent',
    isAverage: true,
    better: 'lower',
  },
  visit_duration: {
    label: 'Visit duration',
    description: 'Seconds from first to last event, averaged over all visits, bounces included.',
    alsoCalled: ['session_duration', 'average_session_duration', 'duration', 'average_duration', 'avg_duration'],
    unit: 'seconds',
    isAverage: true,
    better: 'higher',
  },
  conversions: {
    label: 'Conversions',
    description: 'Events that reached a goal. An event that reaches two goals counts once, and once for each by goal.',
    alsoCalled: ['goals', 'goal_completions', 'key_events', 'converted'],
    unit: 'count',
    isAverage: false,
    better: 'higher',
  },
  conversion_rate: {
    label: 'Conversion rate',
    description: 'Share, from 0 to 1, of the visitors who reached a goal.',
    alsoCalled: ['cr', 'cvr', 'goal_rate', 'key_event_rate'],
    unit: 'ratio',
    shownAs: 'percent',
    isAverage: true,
    better: 'higher',
  },
  revenue: {
    label: 'Revenue',
    description: 'Revenue in the product’s currency; amounts in others are left out.',
    alsoCalled: ['sales', 'income', 'money', 'amount', 'total_revenue', 'purchase_revenue'],
    unit: 'currency',
    isAverage: false,
    better: 'higher',
  },
  revenue_per_visitor: {
    label: 'Revenue per visitor',
    description: 'Revenue divided by all visitors.',
    alsoCalled: ['rpv', 'arpu', 'value_per_visitor', 'average_revenue'],
    unit: 'currency',
    isAverage: true,
    better: 'higher',
  },
  time_on_page: {
    label: 'Time on page',
    description: 'Seconds a page was in front of the visitor, averaged over its pageviews.',
    alsoCalled: ['engagement_time', 'engaged_time', 'reading_time'],
    unit: 'seconds',
    isAverage: true,
    better: 'higher',
  },
  scroll_depth: {
    label: 'Scroll depth',
    description: 'How far down a page visits scrolled at most, from 0 to 1, averaged.',
    alsoCalled: ['scroll'],
    unit: 'ratio',
    shownAs: 'percent',
    isAverage: true,
    better: 'higher',
  },
  lcp: vital('lcp', 'Largest Contentful Paint'),
  inp: vital('inp', 'Interaction to Next Paint'),
  cls: vital('cls', 'Cumulative Layout Shift'),
  ttfb: vital('ttfb', 'Time to First Byte'),
  fcp: vital('fcp', 'First Contentful Paint'),
  errors: {
    label: 'Errors',
    description: 'Errors that scripts of pages threw.',
    alsoCalled: ['script_errors', 'js_errors', 'exceptions'],
    unit: 'count',
    isAverage: false,
    better: 'lower',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>

function vital(name: WebVital, title: string): MetricDefinition {
  const { good, poor } = VITAL_LIMITS[name]
  return {
    label: name.toUpperCase(),
    description: `${title}, 75th percentile: good to ${good}, poor above ${poor}.`,
    alsoCalled: [title.toLowerCase().replaceAll(' ', '_')],
    // The layout shift is a score; the others are times.
    ...(name === 'cls' ? { unit: 'ratio', shownAs: 'number' } : { unit: 'milliseconds' }),
    isAverage: true,
    better: 'lower',
  }
}

export type MetricName = keyof typeof TABLE
export const METRICS = Object.keys(TABLE) as readonly MetricName[]
export const METRIC_TABLE: Readonly<Record<MetricName, MetricDefinition>> = TABLE

export function isMetric(name: string): name is MetricName {
  return Object.hasOwn(TABLE, name)
}
