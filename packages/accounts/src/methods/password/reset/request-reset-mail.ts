import { type Account, type OutboxMail, type PasswordReset, type RandomSource, randomId } from '@footfall/core-domain'

/** The mail with a link. The link is added when the mail is sent, and is not stored. */
export function resetRequestedMail(
  { email }: Account,
  { id, requested_at }: PasswordReset,
  random: RandomSource,
): OutboxMail {
  return {
    id: randomId(random, 'out'),
    to: email,
    subject: 'Reset your Footfall password',
    text: [
      'Someone asked to reset the password of your Footfall account.',
      'If it was not you, do nothing: your password stays as it is.',
      'To choose a new password, open this link within one hour. It can be used once; do not pass it on.',
    ].join('\n\n'),
    password_reset: id,
    created_at: requested_at,
  }
}
