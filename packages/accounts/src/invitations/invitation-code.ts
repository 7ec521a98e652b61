import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Invitation, Secret } from '@footfall/core-domain'

/** What proves that somebody read the mail of an invitation. It follows from the key, so nothing is stored for it. */
export interface InvitationCodes {
  codeOf(invitation: Invitation): Secret
  isCodeOf(invitation: Invitation, presented: string): boolean
}

/** An invitation that is taken back and made again has another id, and so another code. */
export function invitationCodes(key: Uint8Array): InvitationCodes {
  const mac = ({ id, email, invited_at }: Invitation) =>
    createHmac('sha256', key)
      .update(`invitation:${JSON.stringify([id, email, invited_at])}`)
      .digest()
  return {
    codeOf: (invitation) => new Secret(mac(invitation).toString('base64url')),

    isCodeOf(invitation, presented) {
      // As texts, since base64 has other spellings of the same bytes.
      const [expected, actual] = [Buffer.from(mac(invitation).toString('base64url')), Buffer.from(presented)]
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
  }
}
