import { LANGUAGE } from './locale.ts'

/** A label inside a sentence: “page title” of “Page title”, but “UTM source” stays. German writes its nouns with a capital letter. */
export function inSentence(label: string, language = LANGUAGE): string {
  if (language === 'de') return label
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
