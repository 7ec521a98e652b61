import { attribute } from '@footfall/ingest'

/** One source of visitors: weight, referrer, query and entry page. */
export interface Acquisition {
  readonly weight: number
  readonly referrer: string
  readonly query: string
  readonly entry: Entry
}
export type Entry = 'home' | 'blog' | 'campaign' | 'pricing' | 'guide' | 'reference' | 'app'

const from = (weight: number, referrer: string, entry: Entry, query = ''): Acquisition => ({
  weight,
  referrer,
  query,
  entry,
})

const SEARCH_ADS =
  'utm_source=google&utm_medium=cpc&utm_campaign=autumn-search&utm_content=headline-a&utm_term=note+app'
const SEARCH_ADS_B =
  'utm_source=google&utm_medium=cpc&utm_campaign=autumn-search&utm_content=headline-b&utm_term=private+notes'
const NEWSLETTER = 'utm_source=newsletter&utm_medium=email&utm_campaign=monthly-letter'
const SOCIAL_ADS = 'utm_source=linkedin&utm_medium=paid-social&utm_campaign=teams&utm_content=video'
const PARTNER = 'utm_source=focus-weekly&utm_medium=affiliate&utm_campaign=partners'

export const WEBSITE_ACQUISITIONS: readonly Acquisition[] = [
  from(26, '', 'home'),
  from(14, 'https://www.google.com/', 'home'),
  from(16, 'https://www.google.com/', 'blog'),
  from(3, 'https://www.bing.com/', 'home'),
  from(4, 'https://duckduckgo.com/', 'blog'),
  from(1, 'https://www.ecosia.org/', 'home'),
  from(6, 'https://chatgpt.com/', 'blog'),
  from(3, 'https://www.perplexity.ai/', 'pricing'),
  from(2, 'https://claude.ai/', 'home'),
  from(1, 'https://gemini.google.com/', 'home'),
  from(5, 'https://www.google.com/', 'campaign', SEARCH_ADS),
  from(3, 'https://www.google.com/', 'campaign', SEARCH_ADS_B),
  from(5, '', 'blog', NEWSLETTER),
  from(2, 'https://www.linkedin.com/', 'campaign', SOCIAL_ADS),
  from(2, 'https://focus-weekly.example/tools', 'home', PARTNER),
  from(3, 'https://www.reddit.com/r/productivity/', 'blog'),
  from(2, 'https://t.co/', 'home'),
  from(1, 'https://bsky.app/', 'home'),
  from(2, 'https://www.youtube.com/', 'home'),
  from(3, 'https://github.com/awesome-notes/list', 'home'),
]

/** Additional sources on launch days. */
export const LAUNCH_ACQUISITIONS: readonly Acquisition[] = [
  from(60, 'https://news.ycombinator.com/item', 'home'),
  from(25, 'https://www.producthunt.com/posts/lumen-notes', 'home'),
  from(6, 'https://lobste.rs/', 'blog'),
  from(9, 'https://t.co/', 'home'),
]

export const DOCS_ACQUISITIONS: readonly Acquisition[] = [
  from(30, '', 'guide'),
  from(26, 'https://www.google.com/', 'reference'),
  from(16, 'https://lumen-notes.example/', 'guide'),
  from(10, 'https://chatgpt.com/', 'reference'),
  from(5, 'https://claude.ai/', 'reference'),
  from(5, 'https://github.com/lumen-notes/lumen', 'guide'),
  from(4, 'https://stackoverflow.com/questions', 'reference'),
  from(4, 'https://duckduckgo.com/', 'reference'),
  from(28, '', 'app'),
]

/** The attribution that the collector would have written. */
export function attributionOf({ referrer, query }: Acquisition, ownHostnames: readonly string[]) {
  return attribute({ query: new URLSearchParams(query), referrer: referrer || undefined, ownHostnames })
}
