import {
  acceptedKeys,
  currentKey,
  type Invitation,
  isSameSecret,
  type Keyring,
  keyedHash,
  Secret,
} from '@footfall/core-domain'

/** The code in the email of an invitation. It is derived from the key, so nothing is stored for it. */
/** What a code is bound to. */
type BoundInvitation = Pick<Invitation, 'id' | 'email' | 'invited_at'>

export interface InvitationCodes {
  codeOf(invitation: BoundInvitation): Secret
  isCodeOf(invitation: BoundInvitation, presented: string): boolean
}

/** An invitation that is revoked and sent again has another id, and so another code. */
export function invitationCodes(keys: Keyring): InvitationCodes {
  const textOf = (key: Uint8Array, { id, email, invited_at }: BoundInvitation) =>
    keyedHash(key, 'invitation', JSON.stringify([id, email, invited_at])).toString('base64url')
  return {
    codeOf: (invitation) => new Secret(textOf(currentKey(keys), invitation)),
    isCodeOf: (invitation, presented) =>
      acceptedKeys(keys).some((key) => isSameSecret(presented, textOf(key, invitation))),
  }
}
