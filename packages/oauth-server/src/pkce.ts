import { hash } from 'node:crypto'
import { sameText } from './secrets.ts'

/** SHA-256 in unpadded base64url is 43 characters, and the last one carries four bits only (RFC 7636 §4.2). */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export function isCodeChallenge(text: string): boolean {
  return S256_CHALLENGE.test(text)
}

/** 43 to 128 unreserved characters (RFC 7636 §4.1). */
export function isCodeVerifier(text: string): boolean {
  return VERIFIER.test(text)
}

export function verifierMatches(verifier: string, challenge: string): boolean {
  return sameText(hash('sha256', verifier, 'base64url'), challenge)
}
