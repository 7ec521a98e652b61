import { type KnownSource, type SourceKind, sourceOfHost, sourceOfTag } from '@footfall/core-domain/sources'
import { attribute } from '@footfall/ingest'
import { CHANNEL_CASES, type ChannelCase } from './channel-cases.ts'
import type { Line } from './line.ts'
import { type NamedHost, readSourceLists } from './source-lists.ts'

/** Products under the domains of search engines and shops where nobody searches or buys. */
const NO_SEARCH_OR_SHOP = [
  ...'docs drive classroom accounts calendar meet translate support photos earth'
    .split(' ')
    .map((name) => `${name}.google.com`),
  ...'finance news sports weather'.split(' ').map((name) => `${name}.yahoo.com`),
  ...'music disk passport metrica'.split(' ').map((name) => `${name}.yandex.ru`),
  ...'news tv comic papago'.split(' ').map((name) => `${name}.naver.com`),
  ...'tieba zhidao pan map'.split(' ').map((name) => `${name}.baidu.com`),
  'docs.aws.amazon.com',
  'console.aws.amazon.com',
  'developer.amazon.com',
  'sellercentral.amazon.de',
  'kdp.amazon.com',
]

/**
 * Channels and hosts that need no list come first, so that they are compared without the lists too.
 *
 * @throws {MissingLists} if the published lists are not in the folder that `SOURCE_LISTS` names.
 */
export async function* sourceAgreement(): AsyncGenerator<Line> {
  yield line('channels', CHANNEL_CASES, channelDiffers, 97)
  yield line('hosts that are neither a search nor a shop', NO_SEARCH_OR_SHOP, countedAsSearch, 100)
  const { search, social, ai, categories, snowplow } = await readSourceLists(process.env.SOURCE_LISTS)
  yield line('Matomo: hosts of search engines', search, kindDiffers('search'))
  yield line('Matomo: search engines', sitesOf(search), siteDiffers('search'))
  yield line('Matomo: hosts of social sites', social, kindDiffers('social'))
  yield line('Matomo: hosts of AI assistants', ai, kindDiffers('ai'), 94)
  yield line('Matomo: names of what is known here too', [...search, ...social, ...ai].filter(isKnown), nameDiffers)
  yield line('Matomo: AI assistants by name', sitesOf(ai), siteDiffers('ai'))
  for (const [category, sources] of categories) {
    const hosts = sources.map((source) => [source, source] as const)
    yield line(`Google: sources of ${category}`, hosts, kindDiffers(category))
  }
  for (const [medium, kind, atLeast] of SNOWPLOW_MEDIA) {
    const hosts = snowplow.get(medium) ?? []
    yield line(`Snowplow: hosts of ${medium}`, hosts, kindDiffers(kind))
    yield line(`Snowplow: sites of ${medium}`, sitesOf(hosts), siteDiffers(kind), atLeast)
  }
}

const SNOWPLOW_MEDIA: readonly (readonly [medium: string, kind: SourceKind, atLeast?: number])[] = [
  ['email', 'email', 90],
  ['social', 'social'],
  ['search', 'search'],
  ['chatbot', 'ai', 94],
]

/** Of each comparison, this many differences are printed. */
const SHOWN = 8

function line<Case>(
  what: string,
  cases: readonly Case[],
  differenceOf: (one: Case) => string | undefined,
  atLeast?: number,
): Line {
  const misses = cases.flatMap((one) => differenceOf(one) ?? [])
  return {
    what: `${what}, ${cases.length - misses.length} of ${cases.length}`,
    value: cases.length === 0 ? 0 : (100 * (cases.length - misses.length)) / cases.length,
    unit: '%',
    misses: misses.slice(0, SHOWN),
    ...(atLeast === undefined ? {} : { atLeast }),
  }
}

function channelDiffers({ tags, referrer, channel }: ChannelCase): string | undefined {
  const found = attribute({ query: new URLSearchParams(tags), referrer, ownHostnames: ['shop.example'] }).channel
  return found === channel ? undefined : `${tags} ${referrer ?? ''}: ${channel}, here ${found}`
}

function countedAsSearch(host: string): string | undefined {
  const found = sourceOf(host)
  return found === undefined ? undefined : `${host}: nothing, here ${found.name} (${found.kind})`
}

function kindDiffers(kind: SourceKind): (named: NamedHost) => string | undefined {
  return ([host]) => {
    const found = sourceOf(host)
    return found?.kind === kind ? undefined : `${host}: ${kind}, here ${found ? `${found.name} (${found.kind})` : '?'}`
  }
}

/** Sites with the hosts that a list gives them. */
function sitesOf(hosts: readonly NamedHost[]): readonly (readonly [name: string, hosts: readonly NamedHost[]])[] {
  return [...Map.groupBy(hosts, ([, name]) => name)]
}

/** A site is known here if one of its hosts is. */
function siteDiffers(kind: SourceKind): (site: readonly [string, readonly NamedHost[]]) => string | undefined {
  const differs = kindDiffers(kind)
  return ([name, hosts]) => (hosts.some((host) => differs(host) === undefined) ? undefined : `${name}: ${kind}`)
}

function isKnown([host]: NamedHost): boolean {
  return sourceOf(host) !== undefined
}

function nameDiffers([host, name]: NamedHost): string | undefined {
  const found = sourceOf(host)?.name ?? ''
  return plainName(found) === plainName(name) ? undefined : `${host}: ${name}, here ${found}`
}

/** Matomo writes `{}` for the ending of any country; what has no dot is a tag. */
function sourceOf(given: string): KnownSource | undefined {
  const [host = '', ...path] = given.replaceAll('{}', 'de').split('/')
  return host.includes('.') ? sourceOfHost(host, `/${path.join('/')}`) : sourceOfTag(given)
}

/** Letters and digits in lower case, without `Search` at the end and then the ending of a host; a product that has another name today by that. */
function plainName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/ nl$|[- ]?search$/, '')
    .replace(/\.(?:com(?:\.br)?|ch|cn|cz|de|nl|pl)$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return CALLED_TODAY.get(plain) ?? plain
}

const CALLED_TODAY: ReadonlyMap<string, string> = new Map([
  ['twitter', 'x'],
  ['vkontakte', 'vk'],
  ['stumbleupon', 'mix'],
  ['ixquick', 'startpage'],
  ['haosou', '360'],
  ['360search', '360'],
  ['lechat', 'mistral'],
])
