/** The defaults of an overview, which `early/first-requests.ts` requests before the page runs. */
export const FIRST_METRIC = 'visitors'
export const FIRST_COMPARISON = 'previous_period'
/**
 * The cards of breakdowns in their order: the tabs of each, and the one that it opens with, which is a dimension. Their texts are the
 * messages `breakdowns.card_…` and `breakdowns.tab_…`.
 */
export const CARDS = {
  pages: { first: 'page', tabs: ['page', 'title', 'entry_page', 'exit_page'] },
  sources: { first: 'source', tabs: ['channel', 'source', 'referrer'] },
  places: { first: 'country', tabs: ['country', 'map', 'region', 'city', 'language'] },
  devices: { first: 'device', tabs: ['device', 'browser', 'os', 'screen_size', 'visitor_type'] },
  campaigns: { first: 'utm_campaign', tabs: ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'] },
  goals: { first: 'goal', tabs: ['goal', 'event', 'property'] },
} as const
export type Card = keyof typeof CARDS
export type Tab<Of extends Card = Card> = (typeof CARDS)[Of]['tabs'][number]
export const BREAKDOWN_ROWS = 9
