import type { CrawlerPurpose } from './statistics.ts'

/** Where makers of crawlers publish the addresses that these come from. */
export const CRAWLER_LIST_URLS = {
  'google-common': 'https://developers.google.com/static/crawling/ipranges/common-crawlers.json',
  'google-special': 'https://developers.google.com/static/crawling/ipranges/special-crawlers.json',
  'google-user': 'https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers.json',
  'google-user-google': 'https://developers.google.com/static/crawling/ipranges/user-triggered-fetchers-google.json',
  'google-agents': 'https://developers.google.com/static/crawling/ipranges/user-triggered-agents.json',
  bingbot: 'https://www.bing.com/toolbox/bingbot.json',
  gptbot: 'https://openai.com/gptbot.json',
  'oai-searchbot': 'https://openai.com/searchbot.json',
  'chatgpt-user': 'https://openai.com/chatgpt-user.json',
  anthropic: 'https://claude.com/crawling/bots.json',
  perplexitybot: 'https://www.perplexity.com/perplexitybot.json',
  'perplexity-user': 'https://www.perplexity.com/perplexity-user.json',
  applebot: 'https://search.developer.apple.com/applebot.json',
  amazonbot: 'https://developer.amazon.com/amazonbot/ip-addresses/',
  'amzn-searchbot': 'https://developer.amazon.com/amazonbot/searchbot-ip-addresses/',
  'amzn-user': 'https://developer.amazon.com/amazonbot/live-ip-addresses/',
  ccbot: 'https://index.commoncrawl.org/ccbot.json',
  duckduckbot: 'https://duckduckgo.com/duckduckbot.json',
  duckassistbot: 'https://duckduckgo.com/duckassistbot.json',
  'mistralai-user': 'https://mistral.ai/mistralai-user-ips.json',
} as const
export type CrawlerList = keyof typeof CRAWLER_LIST_URLS
export const CRAWLER_LISTS = Object.keys(CRAWLER_LIST_URLS) as readonly CrawlerList[]

export interface KnownCrawler {
  readonly crawler: string
  readonly purpose: CrawlerPurpose
  /** In lower case, a part of its user agent; absent for one that is known by its signatures only. */
  readonly token?: string | undefined
  /** The lists that have its addresses. Without any, addresses prove nothing. */
  readonly lists?: readonly CrawlerList[]
  /** The host of the directory with the keys that it signs requests with (Web Bot Auth). */
  readonly signer?: string
}

export interface CrawlerOperator {
  readonly operator: string
  /** The page on which the operator says what its crawlers are for; absent if there is none. */
  readonly source?: string
  /** The sources of visits that its assistant or search sends, as they are called in the statistics. */
  readonly visitsFrom: readonly string[]
  /** Longer tokens stand before those they contain. */
  readonly crawlers: readonly KnownCrawler[]
}

type Row = readonly [
  crawler: string,
  purpose: CrawlerPurpose,
  more?: Omit<Partial<KnownCrawler>, 'crawler' | 'purpose'>,
]

function operator(
  name: string,
  { source, visitsFrom = [] }: { readonly source?: string; readonly visitsFrom?: readonly string[] },
  rows: readonly Row[],
): CrawlerOperator {
  return {
    operator: name,
    ...(source !== undefined && { source }),
    visitsFrom,
    crawlers: rows.map(([crawler, purpose, more]) => ({ crawler, purpose, token: crawler.toLowerCase(), ...more })),
  }
}

const GOOGLE_COMMON = { lists: ['google-common'] } as const
const GOOGLE_SPECIAL = { lists: ['google-special'] } as const
const GOOGLE_USER = { lists: ['google-user', 'google-user-google'] } as const
const ANTHROPIC = { lists: ['anthropic'] } as const

/**
 * The operators of crawlers, as their own pages describe them. A crawler that trains models and does something else too is `ai_training`; one that builds the index from which
 * answers are made is `search`; one that fetches a page because a person asks for it is `ai_assistant`.
 */
export const CRAWLER_OPERATORS: readonly CrawlerOperator[] = [
  operator(
    'Google',
    {
      source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers',
      visitsFrom: ['Gemini'],
    },
    [
      // A token of robots.txt. Google never sends it, so whatever has it in its user agent is not Google.
      ['Google-Extended', 'ai_training'],
      ['GoogleOther', 'other', GOOGLE_COMMON],
      ['Google-CloudVertexBot', 'ai_assistant', GOOGLE_COMMON],
      ['Google-NotebookLM', 'ai_assistant', GOOGLE_USER],
      // What NotebookLM is called now.
      ['Google-GeminiNotebook', 'ai_assistant', GOOGLE_USER],
      ['Google-Agent', 'ai_assistant', { lists: ['google-agents'], signer: 'agent.bot.goog' }],
      ['Gemini-Deep-Research', 'ai_assistant'],
      ['Google-Read-Aloud', 'other', GOOGLE_USER],
      ['Google-Site-Verification', 'other', GOOGLE_USER],
      ['FeedFetcher-Google', 'other', GOOGLE_USER],
      ['Google-Safety', 'other', GOOGLE_SPECIAL],
      ['APIs-Google', 'other', GOOGLE_SPECIAL],
      ['AdsBot-Google', 'other', GOOGLE_SPECIAL],
      ['Mediapartners-Google', 'other', GOOGLE_SPECIAL],
      ['Google-InspectionTool', 'search', GOOGLE_COMMON],
      ['Storebot-Google', 'search', GOOGLE_COMMON],
      ['Googlebot', 'search', GOOGLE_COMMON],
      ['Google Cloud Monitoring', 'monitoring', { token: 'googlestackdrivermonitoring' }],
    ],
  ),
  operator(
    'Microsoft',
    {
      source: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
      visitsFrom: ['Copilot'],
    },
    [
      ['Bingbot', 'search', { lists: ['bingbot'] }],
      // Fetches for previews, and for ads: no list says from where.
      ['BingPreview', 'search'],
      ['AdIdxBot', 'other'],
    ],
  ),
  operator('OpenAI', { source: 'https://developers.openai.com/api/docs/bots', visitsFrom: ['ChatGPT'] }, [
    ['OAI-SearchBot', 'search', { lists: ['oai-searchbot'] }],
    ['ChatGPT-User', 'ai_assistant', { lists: ['chatgpt-user'] }],
    ['GPTBot', 'ai_training', { lists: ['gptbot'] }],
    // Its user agent is that of a browser.
    ['ChatGPT Agent', 'ai_assistant', { token: undefined, signer: 'chatgpt.com' }],
  ]),
  operator('Anthropic', { source: 'https://support.claude.com/en/articles/8896518', visitsFrom: ['Claude'] }, [
    ['Claude-SearchBot', 'search', ANTHROPIC],
    ['Claude-User', 'ai_assistant', ANTHROPIC],
    ['ClaudeBot', 'ai_training', ANTHROPIC],
    ['Claude-Web', 'ai_training'],
    ['anthropic-ai', 'ai_training'],
  ]),
  operator(
    'Perplexity',
    { source: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers', visitsFrom: ['Perplexity'] },
    [
      ['PerplexityBot', 'search', { lists: ['perplexitybot'] }],
      ['Perplexity-User', 'ai_assistant', { lists: ['perplexity-user'] }],
    ],
  ),
  operator('Apple', { source: 'https://support.apple.com/en-us/119829' }, [
    // A token of robots.txt, which Apple never sends.
    ['Applebot-Extended', 'ai_training'],
    ['Applebot', 'search', { lists: ['applebot'] }],
  ]),
  operator('Amazon', { source: 'https://developer.amazon.com/amazonbot' }, [
    ['Amzn-SearchBot', 'search', { lists: ['amzn-searchbot'] }],
    ['Amzn-User', 'ai_assistant', { lists: ['amzn-user'] }],
    ['Amazonbot', 'ai_training', { lists: ['amazonbot'] }],
  ]),
  operator(
    'Meta',
    { source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers', visitsFrom: ['Meta AI'] },
    [
      ['Meta-WebIndexer', 'search'],
      ['Meta-ExternalAgent', 'ai_training'],
      ['Meta-ExternalFetcher', 'ai_assistant'],
      ['Meta-ExternalAds', 'other'],
      ['FacebookBot', 'ai_training'],
      ['facebookexternalhit', 'other'],
    ],
  ),
  operator('Mistral', { source: 'https://docs.mistral.ai/robots', visitsFrom: ['Mistral'] }, [
    ['MistralAI-User', 'ai_assistant', { lists: ['mistralai-user'] }],
  ]),
  operator('DuckDuckGo', { source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot' }, [
    ['DuckAssistBot', 'ai_assistant', { lists: ['duckassistbot'] }],
    ['DuckDuckBot', 'search', { lists: ['duckduckbot'] }],
  ]),
  operator('Common Crawl', { source: 'https://commoncrawl.org/ccbot' }, [
    ['CCBot', 'ai_training', { lists: ['ccbot'] }],
  ]),
  operator('You.com', { source: 'https://about.you.com/youbot', visitsFrom: ['You.com'] }, [['YouBot', 'search']]),
  operator('Cognition', { source: 'https://docs.devin.ai' }, [['Devin', 'ai_assistant', { token: 'devin/' }]]),
  operator('Cohere', {}, [
    ['cohere-training-data-crawler', 'ai_training'],
    ['cohere-ai', 'ai_assistant'],
  ]),
  operator('ByteDance', {}, [['Bytespider', 'ai_training']]),
  operator('DeepSeek', { visitsFrom: ['DeepSeek'] }, [['DeepSeekBot', 'ai_training']]),
  operator('Diffbot', { source: 'https://docs.diffbot.com' }, [['Diffbot', 'ai_training']]),
  operator('Allen Institute for AI', { source: 'https://allenai.org/crawler' }, [['AI2Bot', 'ai_training']]),
  operator('Hive', { source: 'https://imagesift.com/about' }, [['ImagesiftBot', 'ai_training']]),
  operator('Timpi', {}, [['Timpibot', 'ai_training']]),
  operator('Kagi', { source: 'https://kagi.com/bot' }, [['Kagibot', 'search']]),
  operator('Yandex', { source: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html' }, [
    ['YandexBot', 'search'],
    ['Yandex', 'search', { token: 'yandex.com/bots' }],
  ]),
  operator('Baidu', {}, [['Baiduspider', 'search']]),
  operator('Yahoo!', {}, [['Yahoo! Slurp', 'search', { token: 'slurp' }]]),
  operator('Sogou', {}, [['Sogou', 'search', { token: 'sogou web spider' }]]),
  operator('Seznam', {}, [['SeznamBot', 'search']]),
  operator('Qwant', {}, [
    ['Qwantbot', 'search'],
    ['Qwantify', 'search'],
  ]),
  operator('Huawei', {}, [['PetalBot', 'search']]),
  operator('Naver', {}, [['Naver Yeti', 'search', { token: 'yeti/' }]]),
  operator('Brave', {}, [['Bravebot', 'search']]),
  operator('Mojeek', {}, [['MojeekBot', 'search']]),
  operator('UptimeRobot', {}, [['UptimeRobot', 'monitoring']]),
  operator('SolarWinds', {}, [['Pingdom', 'monitoring']]),
  operator('StatusCake', {}, [['StatusCake', 'monitoring']]),
  operator('Better Stack', {}, [['Better Uptime', 'monitoring', { token: 'better uptime bot' }]]),
  operator('Zoho', {}, [['Site24x7', 'monitoring']]),
  operator('Uptime Kuma', {}, [['Uptime Kuma', 'monitoring', { token: 'uptime-kuma' }]]),
  operator('Datadog', {}, [['Datadog Synthetics', 'monitoring', { token: 'datadogsynthetics' }]]),
  operator('Checkly', {}, [['Checkly', 'monitoring']]),
  operator('Lighthouse', {}, [['Lighthouse', 'monitoring', { token: 'chrome-lighthouse' }]]),
  operator('GTmetrix', {}, [['GTmetrix', 'monitoring']]),
  operator('Ahrefs', {}, [['AhrefsBot', 'other']]),
  operator('Semrush', {}, [['SemrushBot', 'other']]),
  operator('Majestic', {}, [['MJ12bot', 'other']]),
  operator('Moz', {}, [['DotBot', 'other']]),
  operator('X', {}, [['Twitterbot', 'other']]),
  operator('LinkedIn', {}, [['LinkedInBot', 'other']]),
  operator('Slack', {}, [['Slackbot', 'other']]),
  operator('Discord', {}, [['Discordbot', 'other']]),
  operator('Telegram', {}, [['TelegramBot', 'other']]),
  operator('Headless Chrome', {}, [['HeadlessChrome', 'other']]),
]

/** Every crawler of the table, the first that matches counts. */
export const KNOWN_CRAWLERS: readonly KnownCrawler[] = CRAWLER_OPERATORS.flatMap(({ crawlers }) => crawlers)

const operators = new Map(
  CRAWLER_OPERATORS.flatMap((found) => found.crawlers.map(({ crawler }) => [crawler, found] as const)),
)

/** The names of the crawlers that a text means, in any case: that of one, or of an operator for all of its own. */
export function crawlersMeant(text: string): readonly string[] {
  const wanted = text.toLowerCase()
  const isNamed = ({ crawler }: KnownCrawler) => crawler.toLowerCase() === wanted
  const operator = KNOWN_CRAWLERS.some(isNamed)
    ? undefined
    : CRAWLER_OPERATORS.find(({ operator }) => operator.toLowerCase() === wanted)
  return operator === undefined ? [text] : operator.crawlers.map(({ crawler }) => crawler)
}

/** The operator of a crawler; undefined for one that the table does not have. */
export function operatorOf(crawler: string): CrawlerOperator | undefined {
  return operators.get(crawler)
}

const byName = new Map(KNOWN_CRAWLERS.map((known) => [known.crawler, known]))

/** A crawler of the table by its name. */
export function knownCrawler(crawler: string): KnownCrawler | undefined {
  return byName.get(crawler)
}
