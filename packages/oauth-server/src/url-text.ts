/** Printable ASCII without the characters that a URL never holds raw (RFC 3986 §2). */
const URL_TEXT = /^https?:\/\/[!#-;=?-[\]_a-z~]+$/

/** Whether a text is an http(s) URL as written, so that it may stand in a header and means the same to every parser. */
export function isUrlText(text: string): boolean {
  return URL_TEXT.test(text) && URL.canParse(text)
}

/** Host and port as written, with what stands before an `@` if anything does. */
export function authorityOf(url: string): string {
  return url.slice(url.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? ''
}
