/** SHA-256 in unpadded base64url is 43 characters, and the last one carries four bits only (RFC 7636 §4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

export function isCodeChallenge(text: string): boolean {
  return S256_CHALLENGE.test(text)
}
