import { isRecord } from '@footfall/core-domain'

/** A call in the words of somebody who knows another service. */
export type Given = Readonly<Record<string, unknown>>

interface Vocabulary {
  readonly metrics: Readonly<Record<string, string>>
  readonly dimensions: Readonly<Record<string, string>>
  readonly operator: string
  /** Names of arguments. */
  readonly fields: Readonly<Record<string, string>>
  readonly periods: Readonly<Record<string, string>>
}

/** From general knowledge of what each calls the same. What is not here is the same word. */
export const VOCABULARIES: Readonly<Record<'Google Analytics' | 'Plausible' | 'PostHog', Vocabulary>> = {
  'Google Analytics': {
    metrics: {
      visitors: 'totalUsers',
      visits: 'sessions',
      pageviews: 'screenPageViews',
      bounce_rate: 'bounceRate',
      visit_duration: 'averageSessionDuration',
      conversions: 'keyEvents',
      revenue: 'totalRevenue',
    },
    dimensions: {
      page: 'pagePath',
      source: 'sessionSource',
      device: 'deviceCategory',
      event: 'eventName',
      title: 'pageTitle',
      referrer: 'pageReferrer',
      country: 'countryCode',
    },
    operator: 'equals',
    fields: { from: 'startDate', to: 'endDate' },
    periods: { last_month: 'lastMonth', this_month: 'thisMonth', last_week: 'lastWeek', today: 'Today' },
  },
  Plausible: {
    metrics: {},
    dimensions: {
      page: 'event:page',
      source: 'visit:source',
      device: 'visit:device',
      country: 'visit:country',
      referrer: 'visit:referrer',
      goal: 'event:goal',
    },
    operator: 'is',
    fields: { metric: 'metrics', period: 'date_range', dimension: 'dimensions' },
    periods: {},
  },
  PostHog: {
    metrics: { visitors: 'unique_users', visits: 'session_count', pageviews: 'page_views' },
    dimensions: { page: '$pathname', device: '$device_type', title: '$title', referrer: '$referrer' },
    operator: 'exact',
    fields: { from: 'date_from', to: 'date_to', dimension: 'breakdown' },
    periods: {},
  },
}

/** The right call in another vocabulary. */
export function asAskedBy({ metrics, dimensions, operator, fields, periods }: Vocabulary, given: Given): Given {
  const text = (value: unknown, words: Readonly<Record<string, string>>) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((word) => words[word] ?? word)
          .join(',')
      : value
  const filter = (value: unknown) =>
    isRecord(value)
      ? {
          ...value,
          dimension: text(value.dimension, dimensions),
          operator: value.operator === 'is' ? operator : value.operator,
        }
      : value
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [fields[name] ?? name, inWords(name, value)]))

  function inWords(name: string, value: unknown): unknown {
    switch (name) {
      case 'metric':
        return text(value, metrics)
      case 'dimension':
        return text(value, dimensions)
      case 'period':
        return text(value, periods)
      case 'filters':
        return Array.isArray(value) ? value.map(filter) : value
      default:
        return value
    }
  }
}
