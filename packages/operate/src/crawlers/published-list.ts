import { isListablePrefix, PREFIXES_MAX } from '@footfall/ingest'
import { z } from 'zod'

/** A document of a maker of crawlers is not a list of addresses; the message says why and continues a sentence. */
class NoAddressList extends Error {
  override readonly name = 'NoAddressList'
}

export interface PublishedList {
  /** The day that the document states. */
  readonly published: string | undefined
  readonly prefixes: readonly string[]
}

const text = z.string().max(64)
/** The form that Google’s lists have, and all others after them. */
const Document = z.object({
  creationTime: z.string().max(64).optional(),
  prefixes: z
    .array(z.object({ ipv4Prefix: text.optional(), ipv6Prefix: text.optional(), ip_prefix: text.optional() }))
    .max(PREFIXES_MAX),
})

/** Reads a list of addresses as its maker publishes it: in JSON, or in a page that shows the JSON as code. */
export function readPublishedList(document: string): PublishedList {
  const parsed = documentIn(document)
  const prefixes = parsed.prefixes.map(({ ipv4Prefix, ipv6Prefix, ip_prefix: other }) =>
    visible(ipv4Prefix ?? ipv6Prefix ?? other ?? ''),
  )
  if (prefixes.length === 0) throw new NoAddressList('the list is empty')
  const wrong = prefixes.find((prefix) => !isListablePrefix(prefix))
  if (wrong !== undefined)
    throw new NoAddressList(`${JSON.stringify(wrong)} is not a public address or network of a crawler`)
  const [day = ''] = (parsed.creationTime ?? '').split('T')
  return { published: z.iso.date().safeParse(day).success ? day : undefined, prefixes: [...new Set(prefixes)].sort() }
}

/** Bing’s list has had zero-width spaces in it. */
const visible = (prefix: string) => prefix.replace(/[\s\u200b\ufeff]/g, '')

function documentIn(document: string): z.output<typeof Document> {
  const candidates = document.trimStart().startsWith('<') ? codeIn(document) : [document]
  for (const candidate of candidates) {
    const found = Document.safeParse(jsonOf(candidate))
    if (found.success) return found.data
  }
  throw new NoAddressList('the document has no list of addresses')
}

function jsonOf(candidate: string): unknown {
  try {
    return JSON.parse(candidate)
  } catch {
    return undefined
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&#x27;': "'",
  '&#39;': "'",
  '&amp;': '&',
}

function codeIn(page: string): readonly string[] {
  return page
    .split(/<code\b[^>]*>/i)
    .slice(1)
    .map((part) =>
      (part.split(/<\/code>/i, 1)[0] ?? '').replace(
        /&(?:quot|amp|#34|#39|#x27);/gi,
        (entity) => ENTITIES[entity.toLowerCase()] ?? entity,
      ),
    )
}
