import { CRAWLER_LIST_URLS, CRAWLER_LISTS, CRAWLER_OPERATORS, type KnownCrawler } from '@footfall/core-domain'
import { code, table } from '../markdown.ts'

/** Every crawler of the table, by operator, and the lists by which crawlers are verified. */
export function crawlersPage(): string {
  return `# Known crawlers

A crawler is known by a part of its user agent, in any case. Its purpose is what its operator says on the page that is linked; crawlers of operators
without a link have no such page that we know. Crawlers that are not here are named and classified by the public list \`crawler-user-agents\`.
[Verified crawlers](../decisions/verified-crawlers.md) says how purposes were chosen.

${table(
  ['operator', 'crawler', 'user agent has', 'purpose', 'verified by'],
  CRAWLER_OPERATORS.flatMap(({ operator, source, crawlers }) =>
    crawlers.map((crawler) => [
      source === undefined ? operator : `[${operator}](${source})`,
      crawler.crawler,
      crawler.token === undefined ? '–' : code(crawler.token),
      code(crawler.purpose),
      proofs(crawler),
    ]),
  ),
)}

## Lists of addresses

The service comes without the addresses of crawlers. \`footfall crawlers update\` [fetches these lists](../configuration.md#the-addresses-of-crawlers)
from the operators. Until it has, no hit is verified by its address: the verdict is \`null\`.

${table(
  ['list', 'published at'],
  CRAWLER_LISTS.map((list) => [code(list), `<${CRAWLER_LIST_URLS[list]}>`]),
)}
`
}

function proofs({ lists = [], signer }: KnownCrawler): string {
  const proofs = [...lists.map(code), ...(signer === undefined ? [] : [`signature of ${signer}`])]
  return proofs.length === 0 ? '–' : proofs.join(', ')
}
