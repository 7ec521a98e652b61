/** A page of the dashboard that has a picture. */
export interface PicturedPage {
  /** Name of the file, without its extension. */
  readonly name: string
  /** Address; `{product}` is the first product of the demo. */
  readonly path: string
  /** Keys that are pressed once the page is there, such as those that open the palette. */
  readonly press?: readonly string[]
  /** Height in pixels; 900 when absent. */
  readonly height?: number
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
  { name: 'sharing', path: '/products/{product}/settings/sharing' },
  { name: 'tokens', path: '/account/tokens' },
]
