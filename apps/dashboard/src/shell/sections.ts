import { useMatches } from '@tanstack/react-router'
import type { MessageKey } from '../messages/messages.ts'
import { SETTINGS_PAGES } from './settings-pages.ts'

/** Sections of a product that report on a period. Their links keep it. */
export const REPORT_SECTIONS = [
  { key: 'sections.overview', to: '/products/$product' },
  { key: 'sections.realtime', to: '/products/$product/realtime' },
  { key: 'sections.journeys', to: '/products/$product/journeys' },
  { key: 'sections.retention', to: '/products/$product/retention' },
  { key: 'sections.funnels', to: '/products/$product/funnels' },
  { key: 'sections.goals', to: '/products/$product/goals' },
  { key: 'sections.search', to: '/products/$product/search' },
  { key: 'sections.vitals', to: '/products/$product/vitals' },
  { key: 'sections.errors', to: '/products/$product/errors' },
  { key: 'sections.crawlers', to: '/products/$product/crawlers' },
] as const satisfies readonly Section[]

/** Sections of a product without a period. */
export const OTHER_SECTIONS = [
  { key: 'sections.settings', to: '/products/$product/settings' },
] as const satisfies readonly Section[]

interface Section {
  readonly key: MessageKey
  readonly to: string
}

/** The sidebar: one entry for each question, with the pages that answer it. */
export const SIDEBAR = [
  {
    key: 'sections.overview',
    to: '/products/$product',
    // “Here now” on the overview leads to the other one.
    pages: ['/products/$product', '/products/$product/realtime'],
  },
  { key: 'sections.journeys', to: '/products/$product/journeys', pages: ['/products/$product/journeys'] },
  { key: 'sections.funnels', to: '/products/$product/funnels', pages: ['/products/$product/funnels'] },
  { key: 'sections.goals', to: '/products/$product/goals', pages: ['/products/$product/goals'] },
  { key: 'sections.retention', to: '/products/$product/retention', pages: ['/products/$product/retention'] },
  { key: 'sections.search', to: '/products/$product/search', pages: ['/products/$product/search'] },
  {
    key: 'sections.health',
    to: '/products/$product/vitals',
    pages: ['/products/$product/vitals', '/products/$product/errors', '/products/$product/crawlers'],
  },
] as const satisfies readonly (Section & { readonly pages: readonly (typeof REPORT_SECTIONS)[number]['to'][] })[]

/** The tabs of the health of a product. */
export const HEALTH_SECTIONS = REPORT_SECTIONS.filter(({ to }) => SIDEBAR.at(-1)?.pages.some((page) => page === to))

/** The page that is shown, such as `/products/$product/goals`; empty at an address of a product that has none. */
export function useCurrentPage(): string {
  return useMatches({ select: (matches) => pageOf(matches.at(-1)?.fullPath ?? '') })
}

/** The page of the last route that matches. An address without a page matches the product, whose path lacks the slash of its overview. */
export function pageOf(fullPath: string): string {
  return fullPath === '/products/$product' ? '' : fullPath.replace(/(.)\/$/, '$1')
}

const OF_EVERY_PRODUCT = [
  ...[...REPORT_SECTIONS, ...OTHER_SECTIONS].map(({ to }) => to),
  ...SETTINGS_PAGES.map(({ page }) => `/products/$product/settings/${page}` as const),
]
type PageOfEveryProduct = (typeof OF_EVERY_PRODUCT)[number]

/** The same page of another product; the overview where only the current product has the page. */
export function useSamePage(): PageOfEveryProduct {
  const paths = useMatches({ select: (matches) => matches.map(({ fullPath }) => fullPath.replace(/(.)\/$/, '$1')) })
  return OF_EVERY_PRODUCT.findLast((to) => paths.includes(to)) ?? '/products/$product'
}
