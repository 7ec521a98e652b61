/** Printable ASCII without the characters that must be percent-encoded in a URL (RFC 3986 §2). */
const URL_TEXT = /^https?:\/\/[!#-;=?-[\]_a-z~]+$/

/** Whether a text is an http(s) URL without encoding, so that it is safe in a header and every parser reads it alike. */
export function isUrlText(text: string): boolean {
  return URL_TEXT.test(text) && URL.canParse(text)
}

/** The authority component as written: host, port, and user information if there is any. */
export function authorityOf(url: string): string {
  return url.slice(url.indexOf('//') + 2).split(/[/?#]/, 1)[0] ?? ''
}
