/** SHA-256 in unpadded base64url: 43 characters, of which the last encodes only four bits (RFC 7636 §4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

export function isCodeChallenge(text: string): boolean {
  return S256_CHALLENGE.test(text)
}
