import { CredentialNotAccepted, DomainError } from '@footfall/core-domain'

/** One refusal, whatever is wrong with it, so that guessing tells nothing. */
export class InvitationNotOpen extends DomainError {
  constructor() {
    super(
      'not_found',
      'This invitation cannot be accepted: the link is not whole, or the invitation has run out, was taken back, or has been accepted already. Ask whoever invited you for a new one.',
    )
  }
}

export class InvitedAddressDiffers extends CredentialNotAccepted {
  constructor(signedInAs: string, invited: string) {
    super(`You are signed in as ${signedInAs}, and this invitation is for ${invited}. Sign in with that address.`)
  }
}
