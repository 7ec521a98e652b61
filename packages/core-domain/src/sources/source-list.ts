import { AI_ASSISTANTS } from './list/ai-assistants.ts'
import type { Listed } from './list/listed.ts'
import { SEARCH_ENGINES } from './list/search-engines.ts'
import { SHOPS } from './list/shops.ts'
import { SOCIAL_SITES } from './list/social-sites.ts'
import { VIDEO_SITES } from './list/video-sites.ts'
import { WEB_MAIL } from './list/web-mail.ts'

export const SOURCE_KINDS = ['search', 'social', 'video', 'ai', 'email', 'shopping'] as const
/** The kind of a site or an app that sends visitors. */
export type SourceKind = (typeof SOURCE_KINDS)[number]

/** Written by hand: search engines, sites and apps in use today, by the names under which visits are stored. */
export const SOURCE_LIST: Readonly<Record<SourceKind, readonly Listed[]>> = {
  search: SEARCH_ENGINES,
  social: SOCIAL_SITES,
  video: VIDEO_SITES,
  ai: AI_ASSISTANTS,
  email: WEB_MAIL,
  shopping: SHOPS,
}
