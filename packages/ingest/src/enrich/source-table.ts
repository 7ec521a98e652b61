/** The kind of a site that refers visitors. */
export type SourceKind = 'search' | 'social' | 'video' | 'ai' | 'email' | 'shopping'

export interface KnownSource {
  readonly name: string
  readonly kind: SourceKind
}

/**
 * Referring sites: name, kind, hosts and the values of `utm_source`. `google.` matches that label before any country
 * suffix.
 */
const SOURCES: readonly (readonly [name: string, kind: SourceKind, hosts: string, aliases?: string])[] = [
  ['Google', 'search', 'google. com.google.android.googlequicksearchbox', 'google adwords'],
  ['Bing', 'search', 'bing.com', 'bing'],
  ['DuckDuckGo', 'search', 'duckduckgo.com com.duckduckgo.mobile.android', 'duckduckgo'],
  ['Yahoo!', 'search', 'search.yahoo.com yahoo.com search.yahoo.co.jp yahoo.co.jp', 'yahoo'],
  ['Yandex', 'search', 'yandex. ya.ru', 'yandex'],
  ['Baidu', 'search', 'baidu.com', 'baidu'],
  ['Ecosia', 'search', 'ecosia.org', 'ecosia'],
  ['Qwant', 'search', 'qwant.com', 'qwant'],
  ['Startpage', 'search', 'startpage.com', 'startpage'],
  ['Brave', 'search', 'search.brave.com', 'brave'],
  ['Kagi', 'search', 'kagi.com', 'kagi'],
  ['Naver', 'search', 'naver.com', 'naver'],
  ['Seznam', 'search', 'seznam.cz', 'seznam'],
  ['Sogou', 'search', 'sogou.com', 'sogou'],
  ['AOL', 'search', 'search.aol.com aol.com', 'aol'],
  ['Ask', 'search', 'ask.com', 'ask'],
  ['Mojeek', 'search', 'mojeek.com', 'mojeek'],
  ['Swisscows', 'search', 'swisscows.com', 'swisscows'],
  ['Facebook', 'social', 'facebook.com fb.com fb.me com.facebook.katana', 'facebook fb facebook.com'],
  ['Messenger', 'social', 'messenger.com', 'messenger'],
  ['Instagram', 'social', 'instagram.com com.instagram.android', 'instagram ig insta'],
  ['Threads', 'social', 'threads.net threads.com', 'threads'],
  ['X', 'social', 'x.com twitter.com t.co com.twitter.android', 'x twitter'],
  ['LinkedIn', 'social', 'linkedin.com lnkd.in com.linkedin.android', 'linkedin'],
  ['Reddit', 'social', 'reddit.com redd.it com.reddit.frontpage', 'reddit'],
  ['Pinterest', 'social', 'pinterest. pin.it', 'pinterest'],
  ['TikTok', 'social', 'tiktok.com', 'tiktok'],
  ['Snapchat', 'social', 'snapchat.com', 'snapchat'],
  ['WhatsApp', 'social', 'whatsapp.com wa.me', 'whatsapp'],
  ['Telegram', 'social', 't.me telegram.org telegram.me org.telegram.messenger', 'telegram'],
  ['Discord', 'social', 'discord.com discordapp.com', 'discord'],
  ['Slack', 'social', 'slack.com com.slack', 'slack'],
  ['Bluesky', 'social', 'bsky.app', 'bluesky bsky'],
  ['Mastodon', 'social', 'mastodon.social mastodon.online', 'mastodon'],
  ['Hacker News', 'social', 'news.ycombinator.com', 'hackernews hn'],
  ['Lobsters', 'social', 'lobste.rs', 'lobsters'],
  ['Product Hunt', 'social', 'producthunt.com', 'producthunt'],
  ['Quora', 'social', 'quora.com', 'quora'],
  ['Stack Overflow', 'social', 'stackoverflow.com', 'stackoverflow'],
  ['Medium', 'social', 'medium.com', 'medium'],
  ['Tumblr', 'social', 'tumblr.com', 'tumblr'],
  ['VK', 'social', 'vk.com', 'vk vkontakte'],
  ['Weibo', 'social', 'weibo.com weibo.cn', 'weibo'],
  ['XING', 'social', 'xing.com', 'xing'],
  ['YouTube', 'video', 'youtube.com youtu.be com.google.android.youtube', 'youtube yt'],
  ['Vimeo', 'video', 'vimeo.com', 'vimeo'],
  ['Twitch', 'video', 'twitch.tv', 'twitch'],
  ['Dailymotion', 'video', 'dailymotion.com', 'dailymotion'],
  ['Bilibili', 'video', 'bilibili.com', 'bilibili'],
  ['ChatGPT', 'ai', 'chatgpt.com chat.openai.com', 'chatgpt chatgpt.com openai'],
  ['Claude', 'ai', 'claude.ai', 'claude claude.ai'],
  ['Gemini', 'ai', 'gemini.google.com bard.google.com', 'gemini'],
  ['Perplexity', 'ai', 'perplexity.ai', 'perplexity perplexity.ai'],
  ['Copilot', 'ai', 'copilot.microsoft.com', 'copilot copilot.com'],
  ['Mistral', 'ai', 'chat.mistral.ai', 'mistral lechat'],
  ['DeepSeek', 'ai', 'chat.deepseek.com', 'deepseek'],
  ['Grok', 'ai', 'grok.com', 'grok'],
  ['Meta AI', 'ai', 'meta.ai', 'meta.ai'],
  ['You.com', 'ai', 'you.com', 'you.com'],
  ['Phind', 'ai', 'phind.com', 'phind'],
  ['Gmail', 'email', 'mail.google.com com.google.android.gm', 'gmail'],
  [
    'Outlook',
    'email',
    'outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook',
    'outlook',
  ],
  ['Yahoo! Mail', 'email', 'mail.yahoo.com', ''],
  ['Proton Mail', 'email', 'mail.proton.me', 'protonmail'],
  ['Substack', 'email', 'substack.com', 'substack'],
  ['Mailchimp', 'email', 'mailchi.mp', 'mailchimp'],
  ['Amazon', 'shopping', 'amazon.', 'amazon'],
  ['eBay', 'shopping', 'ebay.', 'ebay'],
  ['Etsy', 'shopping', 'etsy.com', 'etsy'],
  ['Google Shopping', 'shopping', 'shopping.google.com', 'google-shopping'],
]

const byHost = new Map<string, KnownSource>()
const byLabel = new Map<string, KnownSource>()
const byAlias = new Map<string, KnownSource>()
for (const [name, kind, hosts, aliases = ''] of SOURCES) {
  const source = { name, kind }
  for (const host of hosts.split(' ')) {
    if (host.endsWith('.')) byLabel.set(host.slice(0, -1), source)
    else byHost.set(host, source)
  }
  for (const alias of aliases.split(' ')) if (alias) byAlias.set(alias, source)
}

/** The known site of a host, by its most specific name: `mail.google.com` is Gmail, `www.google.de` is Google. */
export function sourceOfHost(hostname: string): KnownSource | undefined {
  const labels = hostname.split('.')
  for (let i = 0; i < labels.length; i++) {
    const found = byHost.get(labels.slice(i).join('.')) ?? countryVariant(labels.slice(i))
    if (found) return found
  }
  return undefined
}

/** The known site of a campaign’s `utm_source`. */
export function sourceOfAlias(alias: string): KnownSource | undefined {
  const name = alias.toLowerCase()
  return byAlias.get(name) ?? advertiser(name) ?? sourceOfHost(name)
}

/** Whether a `utm_source` names the advertisements of a known site, such as `adwords`, `fb-ads` and `facebookads`. */
export function namesAdvertisements(alias: string): boolean {
  const name = alias.toLowerCase()
  return name === 'adwords' || (!byAlias.has(name) && advertiser(name) !== undefined)
}

function advertiser(name: string): KnownSource | undefined {
  const [, site] = /^(.+?)[-_ ]?ads$/.exec(name) ?? []
  return site === undefined ? undefined : byAlias.get(site)
}

/** `google.de` and `google.co.uk`, but not `google.example.com`. */
function countryVariant([label = '', second, third, ...rest]: readonly string[]): KnownSource | undefined {
  if (second === undefined || rest.length > 0) return undefined
  const isEnding =
    third === undefined ? /^([a-z]{2}|com)$/.test(second) : /^(com?|org|net)$/.test(second) && /^[a-z]{2}$/.test(third)
  return isEnding ? byLabel.get(label) : undefined
}
