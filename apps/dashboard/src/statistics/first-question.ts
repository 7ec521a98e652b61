/** What an overview asks when its address chooses nothing: what `early/first-requests.ts` sends before the page runs. */
export const FIRST_METRIC = 'visitors'
export const FIRST_COMPARISON = 'previous_period'
/** The first tab of each card of breakdowns, in their order. */
export const FIRST_TABS = {
  pages: 'page',
  sources: 'source',
  places: 'country',
  devices: 'device',
  campaigns: 'utm_campaign',
  goals: 'goal',
} as const
/** Rows of each breakdown. */
export const BREAKDOWN_ROWS = 9
