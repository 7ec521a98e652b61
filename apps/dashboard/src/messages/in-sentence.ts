/** A label inside a sentence: “page title” of “Page title”, but “UTM source” stays. */
export function inSentence(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
