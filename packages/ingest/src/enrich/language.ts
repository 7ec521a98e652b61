/** `de-CH` from a tag such as `de-ch;q=0.8`: language and, where given, region, in the usual case. Empty otherwise. */
export function languageTag(preferred: string | undefined): string {
  const match = /^\s*([A-Za-z]{2,3})(?:-[A-Za-z]{4})?(?:-([A-Za-z]{2}))?(?=$|[\s;,-])/.exec(preferred ?? '')
  if (!match?.[1]) return ''
  const language = match[1].toLowerCase()
  return match[2] ? `${language}-${match[2].toUpperCase()}` : language
}
