import type { DemoKind } from './plan.ts'

const WEBSITE: Readonly<Record<string, string>> = {
  '/': 'Lumen Notes: notes that stay yours',
  '/features': 'Features',
  '/features/sync': 'Sync',
  '/about': 'About us',
  '/pricing': 'Prices',
  '/faq': 'Questions and answers',
  '/blog': 'Blog',
  '/signup': 'Create an account',
  '/welcome': 'Welcome',
  '/checkout': 'Checkout',
  '/thanks': 'Thank you',
  '/start': 'Try Lumen Notes',
}

const DOCS: Readonly<Record<string, string>> = {
  '/': 'Lumen Docs',
  '/quick-start': 'Quick start',
  '/install': 'Install',
  '/changelog': 'Changelog',
  '/app/projects': 'Projects',
}

/** The title of a page: of the pages above, or from the last part of the path. */
export function titleOf(kind: DemoKind, path: string): string {
  const site = kind === 'website' ? 'Lumen Notes' : path.startsWith('/app/') ? 'Lumen' : 'Lumen Docs'
  const known = (kind === 'website' ? WEBSITE : DOCS)[path]
  if (path === '/' && known !== undefined) return known
  return `${known ?? inWords(path.slice(path.lastIndexOf('/') + 1))} · ${site}`
}

function inWords(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ')
}
