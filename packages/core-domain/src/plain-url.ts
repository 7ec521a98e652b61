/** What the parser of URLs would make of an address. */
export interface PlainUrl {
  readonly hostname: string
  readonly pathname: string
}

/**
 * Labels of lower-case letters, digits and inner hyphens. A last one that begins with a letter makes no number of the host;
 * `xn--` would have to be decoded. Without escapes and names that begin with a dot the path stays as it is.
 */
const PLAIN =
  /^https?:\/\/((?:(?!xn--)[a-z0-9]+(?:-+[a-z0-9]+)*\.)*(?!xn--)[a-z][a-z0-9]*(?:-+[a-z0-9]+)*)((?:\/(?:[\w~!$&()*+,;=:@-][\w~!$&()*+,;=:@.-]*)?)*)$/

/**
 * Hostname and path of a URL that is written as the parser of URLs would write it, which most are: this takes a tenth of
 * the parser's time. Undefined where the parser has to be asked.
 */
export function plainUrl(url: string): PlainUrl | undefined {
  const found = PLAIN.exec(url)
  if (found === null) return undefined
  const [, hostname = '', pathname = ''] = found
  return { hostname, pathname: pathname || '/' }
}
