import { type Invitation, type Keyring, keyedHash } from '@footfall/core-domain'
import { type KeyedCodes, keyedCodes } from '../keyed-code.ts'

/** The codes in the links of invitations. One that is revoked and sent again has another id, and so another code. */
export function invitationCodes(keys: Keyring): KeyedCodes<Pick<Invitation, 'id' | 'email' | 'invited_at'>> {
  return keyedCodes(keys, (key, { id, email, invited_at }) =>
    keyedHash(key, 'invitation', JSON.stringify([id, email, invited_at])).toString('base64url'),
  )
}
