import type { Entry } from './acquisition.ts'

/**
 * The steps of a visit, with a weight. A step that starts with a slash is a page, any other is an event on the page
 * before it. `:slug` is replaced by an article of the site.
 */
export type Journey = readonly [weight: number, steps: string]

export const WEBSITE_JOURNEYS: Partial<Record<Entry, readonly Journey[]>> = {
  home: [
    [40, '/'],
    [13, '/ > /features'],
    [6, '/ > /features > /features/sync > /about'],
    [13, '/ > /pricing'],
    [6, '/ > /features > /pricing > /faq'],
    [4, '/ > /blog > /blog/:slug'],
    [4, '/ > Download'],
    [5, '/ > /pricing > /signup'],
    [5, '/ > /pricing > /signup > Signup > /welcome'],
    [3, '/ > /features > /pricing > /signup > Signup > /welcome > /checkout > Purchase > /thanks'],
    [1, '/ > /pricing > /signup > Signup > /welcome > /checkout'],
  ],
  blog: [
    [64, '/blog/:slug'],
    [14, '/blog/:slug > /blog/:slug'],
    [6, '/blog/:slug > Newsletter'],
    [8, '/blog/:slug > /'],
    [4, '/blog/:slug > / > /pricing'],
    [2, '/blog/:slug > /pricing > /signup'],
    [2, '/blog/:slug > / > /pricing > /signup > Signup > /welcome'],
  ],
  campaign: [
    [48, '/start'],
    [20, '/start > /features'],
    [14, '/start > /pricing'],
    [8, '/start > /pricing > /signup'],
    [6, '/start > /signup > Signup > /welcome'],
    [4, '/start > /pricing > /signup > Signup > /welcome > /checkout > Purchase > /thanks'],
  ],
  pricing: [
    [45, '/pricing'],
    [20, '/pricing > /'],
    [15, '/pricing > /faq > Outbound Link'],
    [12, '/pricing > /signup'],
    [8, '/pricing > /signup > Signup > /welcome > /checkout > Purchase > /thanks'],
  ],
}

/** As deep and as long as the paths of web applications are. */
const LONG_PATH =
  '/app/projects/customer-interviews/workspaces/8f14e45f-ceea-467f-9c3e-1b2a4c5d6e7f/notebooks/research-of-the-second-half-of-the-year/notes/what-people-said-about-offline-sync-in-the-third-round'

export const DOCS_JOURNEYS: Partial<Record<Entry, readonly Journey[]>> = {
  guide: [
    [24, '/quick-start'],
    [18, '/quick-start > /install > Copy code'],
    [14, '/quick-start > /install > /guides/:slug'],
    [12, '/ > Search > /guides/:slug'],
    [12, '/quick-start > /install > Copy code > /api/:slug > /api/:slug'],
    [10, '/ > /changelog'],
    [6, '/guides/:slug > Feedback'],
    [4, '/quick-start > Note created > /guides/:slug > Note created'],
  ],
  reference: [
    [46, '/api/:slug'],
    [20, '/api/:slug > Copy code'],
    [16, '/api/:slug > /api/:slug'],
    [10, '/api/:slug > Search > /api/:slug > Copy code'],
    [8, '/guides/:slug > /api/:slug > Feedback'],
  ],
  app: [
    [30, '/app/projects > /app/projects/spring-launch'],
    [22, '/app/projects/spring-launch/boards/roadmap > Note created'],
    [16, '/app/projects > /app/projects/customer-interviews/notes/third-round > Search'],
    [14, `/app/projects/customer-interviews > ${LONG_PATH}`],
    [10, '/app/projects/spring-launch/settings/members'],
    [8, '/app/projects > /app/projects/archive/2024/team-handbook > /app/projects/archive/2024/team-handbook/on-call'],
  ],
}

export const WEBSITE_SLUGS = [
  'how-we-sync-without-a-server',
  'notes-that-outlive-their-app',
  'markdown-in-five-minutes',
  'weekly-review-that-sticks',
  'offline-first-lessons',
  'version-2',
  'second-brain-small-brain',
  'why-plain-text',
  'importing-ten-years-of-notes',
  'keyboard-first',
  'encryption-explained',
  'students-and-lecture-notes',
] as const

export const DOCS_SLUGS = [
  'authentication',
  'notes',
  'notebooks',
  'search',
  'webhooks',
  'errors',
  'rate-limits',
  'attachments',
  'sync-protocol',
  'export',
] as const

export interface Step {
  readonly kind: 'pageview' | 'custom'
  readonly name: string
  readonly path: string
}

export function parseJourney(steps: string): readonly Step[] {
  let path = '/'
  return steps.split(' > ').map((step) => {
    if (!step.startsWith('/')) return { kind: 'custom', name: step, path }
    path = step
    return { kind: 'pageview', name: 'pageview', path }
  })
}
