/** An arrival and its channel. */
export interface ChannelCase {
  readonly tags: string
  readonly referrer: string | undefined
  readonly channel: string
}

/**
 * What the definition of Google Analytics says of each channel (support.google.com/analytics/answer/9756891): sources, media
 * and campaigns, each combined with each other. It has no AI assistants; those are ours.
 */
const DEFINED: Readonly<Record<string, readonly Combination[]>> = {
  Direct: [{ sources: ['(direct)'], media: ['(none)', '(not set)'] }],
  'Cross-network': [{ sources: ['google', 'partner'], media: ['cpc', 'email'], campaigns: ['spring-cross-network'] }],
  'Paid Shopping': [
    { sources: ['amazon', 'ebay', 'etsy.com'], media: ['cpc', 'ppc', 'retargeting', 'paid'] },
    { sources: ['partner', 'google'], media: ['cpc'], campaigns: ['autumn-shop', 'shopping-spring'] },
  ],
  'Paid Search': [
    {
      sources: ['google', 'bing', 'duckduckgo', 'yahoo', 'baidu'],
      media: ['cpc', 'cpm', 'ppc', 'retargeting', 'paid'],
    },
  ],
  'Paid Social': [
    { sources: ['facebook', 'instagram', 'linkedin', 'tiktok'], media: ['cpc', 'cpm', 'ppc', 'paidsocial', 'paid'] },
  ],
  'Paid Video': [{ sources: ['youtube', 'vimeo', 'twitch'], media: ['cpc', 'cpv-cpc', 'ppc', 'paid'] }],
  Display: [
    {
      sources: ['partner', 'google', 'facebook', 'youtube'],
      media: ['display', 'banner', 'expandable', 'interstitial'],
    },
    { sources: ['partner'], media: ['cpm'] },
  ],
  'Paid Other': [
    { sources: ['partner'], media: ['cpc', 'cpa', 'ppc', 'retargeting', 'paid'], campaigns: ['', 'workshop'] },
  ],
  'Organic Shopping': [
    { sources: ['amazon', 'ebay.de', 'Google Shopping'] },
    { sources: ['partner'], campaigns: ['autumn-shop', 'shopping-spring'] },
  ],
  'Organic Social': [
    { sources: ['facebook', 'reddit', 'quora.com'] },
    {
      sources: ['partner'],
      media: ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'],
    },
  ],
  'Organic Video': [
    { sources: ['youtube', 'vimeo.com', 'dailymotion'] },
    { sources: ['partner'], media: ['video', 'videos'] },
  ],
  'Organic Search': [
    { sources: ['google', 'bing', 'ecosia.org', 'qwant'], media: ['', 'organic'] },
    { sources: ['partner'], media: ['organic'] },
  ],
  Referral: [{ sources: ['partner'], media: ['referral', 'app', 'link'] }],
  Email: [
    { sources: ['email', 'e-mail', 'e_mail', 'e mail'] },
    { sources: ['partner'], media: ['email', 'e-mail', 'e_mail', 'e mail'] },
  ],
  Affiliates: [{ sources: ['partner'], media: ['affiliate'] }],
  Audio: [{ sources: ['partner'], media: ['audio'] }],
  SMS: [{ sources: ['sms'] }, { sources: ['partner'], media: ['sms'] }],
  'Push Notifications': [
    { sources: ['partner'], media: ['push', 'web-push', 'mobile', 'app-notification'] },
    { sources: ['firebase'] },
  ],
  'AI Assistants': [{ sources: ['chatgpt.com', 'perplexity', 'claude.ai'] }],
}

interface Combination {
  readonly sources: readonly string[]
  readonly media?: readonly string[]
  readonly campaigns?: readonly string[]
}

/** Clicks as browsers report them, and a click id, also beside a medium that says otherwise. */
const CLICKS: readonly ChannelCase[] = [
  { tags: '', referrer: undefined, channel: 'Direct' },
  ...['https://www.google.de/', 'https://www.bing.com/', 'https://duckduckgo.com/', 'https://de.search.yahoo.com/'].map(
    (referrer) => ({ tags: '', referrer, channel: 'Organic Search' }),
  ),
  ...['https://m.facebook.com/', 'https://www.reddit.com/', 'https://t.co/abc'].map((referrer) => ({
    tags: '',
    referrer,
    channel: 'Organic Social',
  })),
  { tags: '', referrer: 'https://www.youtube.com/', channel: 'Organic Video' },
  { tags: '', referrer: 'https://www.amazon.de/', channel: 'Organic Shopping' },
  { tags: '', referrer: 'https://mail.google.com/', channel: 'Email' },
  { tags: '', referrer: 'https://chatgpt.com/', channel: 'AI Assistants' },
  { tags: '', referrer: 'https://docs.google.com/', channel: 'Referral' },
  { tags: '', referrer: 'https://blog.example.org/', channel: 'Referral' },
  { tags: 'gclid=1', referrer: 'https://www.google.de/', channel: 'Paid Search' },
  { tags: 'gclid=1', referrer: undefined, channel: 'Paid Search' },
  { tags: 'msclkid=1', referrer: 'https://www.bing.com/', channel: 'Paid Search' },
  { tags: 'gclid=1', referrer: 'https://www.youtube.com/', channel: 'Paid Video' },
  { tags: 'fbclid=1', referrer: 'https://m.facebook.com/', channel: 'Organic Social' },
  { tags: 'utm_source=facebook&utm_medium=cpc&fbclid=1', referrer: 'https://m.facebook.com/', channel: 'Paid Social' },
  { tags: 'utm_medium=display&gclid=1', referrer: 'https://www.google.de/', channel: 'Display' },
  { tags: 'utm_medium=email&gclid=1', referrer: undefined, channel: 'Email' },
  { tags: 'utm_medium=affiliate&gclid=1', referrer: undefined, channel: 'Affiliates' },
]

export const CHANNEL_CASES: readonly ChannelCase[] = [
  ...Object.entries(DEFINED).flatMap(([channel, combinations]) =>
    combinations.flatMap(tagsOf).map((tags) => ({ tags, referrer: undefined, channel })),
  ),
  ...CLICKS,
]

function tagsOf({ sources, media = [''], campaigns = [''] }: Combination): readonly string[] {
  return sources.flatMap((source) =>
    media.flatMap((medium) =>
      campaigns.map((campaign) =>
        new URLSearchParams({ utm_source: source, utm_medium: medium, utm_campaign: campaign }).toString(),
      ),
    ),
  )
}
