import { z } from 'zod'

/** What variables accept. Each message continues “VARIABLE …” and is shown to operators and in the reference. */

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}

export function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`)
}

export function serviceUrl(protocols: RegExp, example: string) {
  return z.url({ protocol: protocols, error: `must be a URL such as ${example}` })
}

export const port = wholeNumber(0, 65_535)
export const count = wholeNumber(0, 1_000_000_000)
export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((text) => text === '1')
export const nonEmptyText = z.string().min(1)

export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an origin such as https://stats.example.com' })
  .refine(
    (text) => URL.canParse(text) && isBareOrigin(new URL(text)),
    'must be an origin without a path or credentials',
  )
  .transform((text) => new URL(text).origin)

export const originList = z.string().transform((text, context) => {
  const parsed = z.array(origin).safeParse(commaSeparated(text))
  if (parsed.success) return parsed.data
  context.addIssue('must be a comma list of origins, such as http://10.0.0.1:3000')
  return z.NEVER
})

/** Origins of pages, as a browser sends them: over https, or http on this machine. */
export const pageOriginList = z.string().transform((text, context) => {
  const items = commaSeparated(text)
  if (items.every(isPageOrigin)) return items
  context.addIssue(
    'must be a comma list of origins without a path, such as https://inspector.example.com, with http on localhost only',
  )
  return z.NEVER
})

/** Where people report vulnerabilities: an address of email or of a page, in the form of RFC 9116. */
export const securityContact = z
  .string()
  .refine(
    (text) =>
      /^(?:mailto:[^\s@?#]+@[^\s@?#]+|https:\/\/[\x21-\x7e]+)$/.test(text) && text.length <= 500 && URL.canParse(text),
    'must be such as mailto:security@example.com or https://example.com/security',
  )

/** As hosts of client metadata documents and of webhooks, which have no default port. */
export const hostAndPortList = commaList(
  /^(\[[0-9a-f:]+\]|[a-z0-9.-]+):\d{1,5}$/i,
  'must be a comma list of host:port',
).default([])

/** Whether a host name of a URL is this machine. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Whether a URL has no path, query, fragment or credentials, which an origin would silently lose. */
function isBareOrigin({ href, origin }: URL): boolean {
  return href === `${origin}/`
}

function isPageOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return (
    origin === text &&
    !hostname.includes('*') &&
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
  )
}

export function commaList(item: RegExp, error: string) {
  return z
    .string()
    .transform(commaSeparated)
    .refine((items) => items.every((each) => item.test(each)), error)
}

export function commaSeparated(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** The values of a family of variables once they are checked. */
export type Values<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>
