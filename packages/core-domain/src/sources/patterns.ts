/**
 * How the list names hosts: `bing.com` is that host, `.facebook.com` also every host below it, `google.` that name before
 * the ending of any country or `.com`, `??.bing.com` that host below two letters, and a path after a host is the
 * beginning of a path. `www.` and `m.` before a host change nothing.
 */
export interface Pattern {
  readonly key: string
  /** Empty for the whole host. */
  readonly path: string
}

export function parsePattern(pattern: string): Pattern {
  const slash = pattern.indexOf('/')
  return slash < 0 ? { key: pattern, path: '' } : { key: pattern.slice(0, slash), path: pattern.slice(slash) }
}

/** The keys under which a host may be listed, the most specific first. */
export function* keysOf(hostname: string): Generator<string> {
  const host = hostname.startsWith('www.') ? hostname.slice(4) : hostname
  yield* keysOfHost(host)
  const mobile = host.startsWith('m.') && host.includes('.', 2) ? host.slice(2) : undefined
  if (mobile !== undefined) yield* keysOfHost(mobile)
  for (let dot = 0; dot >= 0; dot = host.indexOf('.', dot + 1)) {
    yield dot === 0 ? `.${host}` : host.slice(dot)
  }
}

function* keysOfHost(host: string): Generator<string> {
  yield host
  const name = withoutEnding(host)
  if (name !== undefined) yield `${name}.`
  if (/^[a-z]{2}\./.test(host)) yield `??${host.slice(2)}`
}

const SECOND_LEVEL: ReadonlySet<string> = new Set(['com', 'co', 'net', 'org'])
/** Catalonia’s ending has three letters. */
const TOP_LEVEL: ReadonlySet<string> = new Set(['com', 'cat'])

/** `google` of `google.de` and `google.co.uk`; `google.example` of `google.example.com`. */
function withoutEnding(host: string): string | undefined {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const isCountry = /^[a-z]{2}$/.test(last)
  if (!isCountry && !TOP_LEVEL.has(last)) return undefined
  const isTwoLabels = isCountry && labels.length > 2 && SECOND_LEVEL.has(labels.at(-2) ?? '')
  const kept = labels.slice(0, isTwoLabels ? -2 : -1)
  return kept.length === 0 ? undefined : kept.join('.')
}
