const TEXT_LENGTH_MAX = 200

/** A text of people as one line of an email. */
export function mailLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, TEXT_LENGTH_MAX)
}
