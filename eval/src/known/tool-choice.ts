import type { ListedTool } from '../place/mcp-client.ts'

/** The usual parameters of BM25. */
const K1 = 1.2
const B = 0.75

/** Words that say nothing of what is asked, as search engines leave them out. */
const EMPTY = new Set(
  'a an and any are as at be by can did do does for from had has have how i in is it its many me my of on or our so that the their they this to us was we what when where which who with you'.split(
    ' ',
  ),
)

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => !EMPTY.has(word))
    .map((word) => word.replace(/(?<=..)(?:ies|es|s|ed|ing)$/, ''))

/** The tools for a question, the best first, only by the words of their names and descriptions. */
export function rankedTools(question: string, tools: readonly ListedTool[]): readonly string[] {
  const documents = tools.map(({ name, description }) => ({ name, words: wordsIn(`${name} ${description}`) }))
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length
  const asked = new Set(wordsIn(question))
  const scores = documents.map(({ name, words }) => {
    const of = (word: string) => {
      const times = words.filter((one) => one === word).length
      const holders = documents.filter((one) => one.words.includes(word)).length
      const rarity = Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5))
      return (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * words.length) / average))
    }
    return { name, score: [...asked].reduce((sum, word) => sum + of(word), 0) }
  })
  return scores.toSorted((a, b) => b.score - a.score).map(({ name }) => name)
}

/** What people want, in their words, and the tool that does it. */
export const CHOICES: readonly (readonly [string, string])[] = [
  ['Which products can I see?', 'service_products_list'],
  ['Measure visitors of last month by country and compare with the month before', 'service_analytics_query'],
  ['Which metrics and dimensions can I ask for?', 'service_analytics_catalog'],
  ['Who is on the site right now?', 'service_analytics_realtime'],
  ['How many conversions did each goal have?', 'service_analytics_goals'],
  ['With which Google searches do people find us, clicks and impressions?', 'service_analytics_search_console'],
  ['Which AI crawlers read our pages?', 'service_analytics_crawlers'],
  ['The numbers look too low: do events arrive, is anything filtered out?', 'service_diagnostics_health'],
  ['How do I install the script on my site?', 'service_diagnostics_installation'],
  ['Which launches and outages were noted?', 'service_diagnostics_annotations'],
  ['Is Search Console connected?', 'service_diagnostics_integrations'],
  ['How far along is the setup of the product?', 'service_diagnostics_onboarding'],
  ['Block an IP address so that it is not counted', 'service_shields_update'],
  ['Which addresses and countries are excluded?', 'service_shields_get'],
  ['Change the retention of the data', 'service_preferences_update'],
  ['Where do visitors drop off in the funnel?', 'service_funnels_list'],
  ['Make a funnel from the pricing page to sign-up', 'service_funnels_create'],
  ['Delete this funnel', 'service_funnels_delete'],
  ['Invite a colleague by email', 'service_team_invite'],
  ['Who are the members and what are their roles?', 'service_team_list'],
  ['Make Emil a viewer: change the role of a member', 'service_team_update'],
  ['Create a Website API key', 'service_keys_create'],
  ['Revoke an account token', 'service_tokens_revoke'],
  ['Rename the product', 'service_products_update'],
  ['Add a hostname to the domains', 'service_domains_update'],
  ['Track this event as a goal', 'service_events_update'],
]
