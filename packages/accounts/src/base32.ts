import { Secret } from 'otpauth'

/** RFC 4648 base32, without padding. */
export function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}
