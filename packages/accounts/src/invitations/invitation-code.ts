import { type Invitation, isSameSecret, keyedHash, Secret } from '@footfall/core-domain'

/** The code in the email of an invitation. It is derived from the key, so nothing is stored for it. */
export interface InvitationCodes {
  codeOf(invitation: Invitation): Secret
  isCodeOf(invitation: Invitation, presented: string): boolean
}

/** An invitation that is revoked and sent again has another id, and so another code. */
export function invitationCodes(key: Uint8Array): InvitationCodes {
  const textOf = ({ id, email, invited_at }: Invitation) =>
    keyedHash(key, 'invitation', JSON.stringify([id, email, invited_at])).toString('base64url')
  return {
    codeOf: (invitation) => new Secret(textOf(invitation)),
    isCodeOf: (invitation, presented) => isSameSecret(presented, textOf(invitation)),
  }
}
