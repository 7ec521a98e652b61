import {
  type Account,
  type OutboxMail,
  type PasswordReset,
  type RandomSource,
  randomBase62,
  type Timestamp,
} from '@footfall/core-domain'

/** What somebody reads who asked for a link. The link is added when the mail is sent, and is stored nowhere. */
export function resetRequestedMail(
  { email }: Account,
  { id, requested_at }: PasswordReset,
  random: RandomSource,
): OutboxMail {
  return {
    id: mailId(random),
    to: email,
    subject: 'Reset your Footfall password',
    text: [
      'Somebody asked to reset the password of your Footfall account.',
      'If it was not you, do nothing: your password stays as it is.',
      'To choose a new password, open this link within one hour. It can be used once; do not pass it on.',
    ].join('\n\n'),
    password_reset: id,
    created_at: requested_at,
  }
}

export function passwordWasResetMail({ email }: Account, at: Timestamp, random: RandomSource): OutboxMail {
  return {
    id: mailId(random),
    to: email,
    subject: 'Your Footfall password was reset',
    text: [
      `The password of your Footfall account was reset on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC. Every browser was signed out.`,
      'If it was not you, tell the people who run this service at once: somebody else can read your mail, or operates the service.',
    ].join('\n\n'),
    created_at: at,
  }
}

const mailId = (random: RandomSource) => `out_${randomBase62(random, 20)}`
