import {
  type Account,
  type OutboxMail,
  type PasswordReset,
  type RandomSource,
  randomId,
  textsIn,
} from '@footfall/core-domain'

/** The mail with a link. The link is added when the mail is sent, and is not stored. */
export function resetRequestedMail(
  { email, language }: Account,
  { id, requested_at }: PasswordReset,
  random: RandomSource,
): OutboxMail {
  const { say } = textsIn(language)
  return {
    id: randomId(random, 'out'),
    to: email,
    subject: say('mail.reset_subject'),
    text: [say('mail.reset_asked'), say('mail.reset_not_you'), say('mail.reset_link')].join('\n\n'),
    password_reset: id,
    created_at: requested_at,
  }
}
