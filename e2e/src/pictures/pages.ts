/** A page of the dashboard that has a picture. */
export interface PicturedPage {
  /** Name of the file, without its extension. */
  readonly name: string
  /** Address; `{product}` is the first product of the demo, `{retention}` the page of retention of an added one. */
  readonly path: string
  /** Keys that are pressed once the page is there, such as those that open the palette. */
  readonly press?: readonly string[]
  /** Height in pixels; 900 when absent. */
  readonly height?: number
  /** It shows what the demo lacks, which is added before. */
  readonly added?: true
}

const TRIAL = JSON.stringify({
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'page', match: '/pricing' },
    { kind: 'event', match: 'Signup' },
  ],
  minutes: 1_440,
})

export const PICTURED: readonly PicturedPage[] = [
  { name: 'home', path: '/' },
  { name: 'overview', path: '/products/{product}', height: 1_500 },
  { name: 'realtime', path: '/products/{product}/realtime' },
  { name: 'journeys', path: '/products/{product}/journeys' },
  { name: 'funnels', path: '/products/{product}/funnels' },
  { name: 'funnel-trial', path: `/products/{product}/funnels?trial=${encodeURIComponent(TRIAL)}`, height: 1_100 },
  { name: 'goals', path: '/products/{product}/goals' },
  { name: 'search', path: '/products/{product}/search' },
  { name: 'crawlers', path: '/products/{product}/crawlers' },
  { name: 'palette', path: '/products/{product}', press: ['Control+k'] },
  { name: 'shortcuts', path: '/products/{product}', press: ['?'] },
  { name: 'team', path: '/products/{product}/team' },
  { name: 'settings', path: '/products/{product}/settings/general' },
  { name: 'tokens', path: '/account/tokens' },
  { name: 'sharing', path: '/products/{product}/settings/sharing', height: 600, added: true },
  { name: 'reports', path: '/products/{product}/settings/reports', height: 600, added: true },
  { name: 'alerts', path: '/products/{product}/settings/alerts', height: 700, added: true },
  { name: 'retention', path: '{retention}', height: 600, added: true },
]
