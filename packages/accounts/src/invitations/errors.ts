import { CredentialNotAccepted, DomainError } from '@footfall/core-domain'

/** The same error for every reason, so that guessing reveals nothing. */
export class InvitationNotOpen extends DomainError {
  constructor() {
    super(
      'not_found',
      'This invitation cannot be accepted: the link is incomplete, or the invitation has expired, was withdrawn, or was already accepted. Ask for a new one.',
    )
  }
}

export class InvitedAddressDiffers extends CredentialNotAccepted {
  constructor(signedInAs: string, invited: string) {
    super(`You are signed in as ${signedInAs}, but this invitation is for ${invited}. Sign in with that address.`)
  }
}
