/** Labels of the dimensions. */
export const DIMENSION_LABELS = {
  page: 'Page',
  entry_page: 'Entry page',
  exit_page: 'Exit page',
  hostname: 'Hostname',
  channel: 'Channel',
  source: 'Source',
  referrer: 'Referrer',
  utm_source: 'UTM source',
  utm_medium: 'UTM medium',
  utm_campaign: 'UTM campaign',
  utm_content: 'UTM content',
  utm_term: 'UTM term',
  country: 'Country',
  region: 'Region',
  city: 'City',
  language: 'Language',
  device: 'Device',
  browser: 'Browser',
  browser_version: 'Browser version',
  os: 'Operating system',
  os_version: 'Operating system version',
  screen_size: 'Screen size',
  event: 'Event',
  goal: 'Goal',
} as const
export type NamedDimension = keyof typeof DIMENSION_LABELS
export type Dimension = NamedDimension | `property:${string}`

const PROPERTY = 'property:'

export function isDimension(text: string): text is Dimension {
  return Object.hasOwn(DIMENSION_LABELS, text) || (text.startsWith(PROPERTY) && text.length > PROPERTY.length)
}

export function dimensionLabel(dimension: Dimension): string {
  if (dimension.startsWith(PROPERTY)) return `Property ${dimension.slice(PROPERTY.length)}`
  return DIMENSION_LABELS[dimension as NamedDimension]
}
