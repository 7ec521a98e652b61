import type { InvitationLink, InvitationLinks, PasswordResetLink, PasswordResetLinks } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import {
  type Clock,
  HOUR_MS,
  MINUTE_MS,
  type OutboxMail,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { createTransport } from 'nodemailer'

/** Hands one mail to whoever delivers it; throws when it was not taken. */
export type SendMail = (mail: OutboxMail) => Promise<void>

/** The part of a logger that mail needs. */
export interface MailLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

const LEASE_MS = MINUTE_MS
const BATCH = 20
const BACKOFF_MS = 30_000
const BACKOFF_MS_MAX = 6 * HOUR_MS

/**
 * Sends what the outbox holds, each mail at least once: a sender that dies between sending and noting it leaves the
 * mail to the next. What was not taken is tried again, later each time, for as long as it is there.
 */
export async function deliverMail(
  { transaction }: Pick<TransactionalStore, 'transaction'>,
  send: SendMail,
  clock: Clock,
  log: MailLog,
): Promise<void> {
  const now = clock.now()
  const lease = timestamp(now + LEASE_MS)
  for (const mail of await transaction((tx) => tx.store.outbox.take(timestamp(now), lease, BATCH))) {
    try {
      await send(mail)
    } catch (error) {
      const wait = Math.min(BACKOFF_MS * 2 ** mail.attempts, BACKOFF_MS_MAX)
      const problem = error instanceof Error ? error.message : 'not taken'
      const nextAt = timestamp(clock.now() + wait)
      await transaction((tx) => tx.store.outbox.failed(mail.id, nextAt, problem.slice(0, 500)))
      log.warn({ mail: mail.id, attempts: mail.attempts, problem }, 'a mail was not taken; it will be tried again')
      continue
    }
    const at = timestamp(clock.now())
    await transaction((tx) => tx.store.outbox.delivered(mail.id, at))
  }
}

/** Who makes the links that mails end with. */
export interface MailLinks {
  readonly invitation: InvitationLinks
  readonly passwordReset: PasswordResetLinks
}

/**
 * Mail by SMTP where a server is set; otherwise into the log, where an operator sees it and can pass it on. A link is a
 * secret: it is made as the mail leaves, and neither the outbox nor the log ever holds it.
 */
export function mailSender({ mail }: Pick<Settings, 'mail'>, log: MailLog, links: MailLinks): SendMail {
  if (mail === undefined) {
    return async (outgoing) => {
      const { id, to, subject, text } = outgoing
      log.warn({ mail: id, to, subject, text }, `SMTP_URL is not set, so this mail is only here${commandFor(outgoing)}`)
    }
  }
  const transport = createTransport(mail.smtpUrl)
  const send = ({ id, to, subject }: OutboxMail, text: string) =>
    transport.sendMail({ from: mail.from, to, subject, text, messageId: `<${id}@${mail.domain}>` })
  return async (outgoing) => {
    const ending = endingOf(outgoing, links)
    if (ending === undefined) return void (await send(outgoing, outgoing.text))
    const { text, secret } = (await ending) ?? {}
    if (text === undefined || secret === undefined) {
      return log.warn({ mail: outgoing.id }, 'The link of this mail cannot be used any more, so the mail is not sent')
    }
    await send(outgoing, `${outgoing.text}\n\n${text}\n`).catch((error: unknown) => {
      // A server may quote the mail that it refuses, and what it says is kept for the operator.
      throw new Error(error instanceof Error ? error.message.replaceAll(secret, '[secret]') : 'not taken')
    })
  }
}

/** What a mail without a server needs, where it would have ended with a link. */
function commandFor({ to, invitation, password_reset }: OutboxMail): string {
  if (invitation !== undefined) return `; \`footfall invitation link ${invitation}\` prints its link`
  if (password_reset !== undefined) return `; \`footfall account reset-password --email ${to} --link\` prints a link`
  return ''
}

interface Ending {
  readonly text: string
  /** The part of it that nobody else may read. */
  readonly secret: string
}

/** How the mail ends; undefined for one without a link. The promise holds undefined for a link that has ended. */
function endingOf(
  { invitation, password_reset }: OutboxMail,
  links: MailLinks,
): Promise<Ending | undefined> | undefined {
  if (invitation !== undefined) return links.invitation(invitation).then((link) => link && invitationEnding(link))
  if (password_reset !== undefined) return links.passwordReset(password_reset).then((link) => link && resetEnding(link))
  return undefined
}

function invitationEnding({ url }: InvitationLink): Ending {
  return { text: url.reveal(), secret: url.reveal() }
}

function resetEnding({ url, code }: PasswordResetLink): Ending {
  const text = `${url.reveal()}\n\nWhere the page asks for a code, paste this one:\n${code.reveal()}`
  return { text, secret: code.reveal() }
}
