import type { InvitationLinks } from '@footfall/accounts'
import { type Clock, type OutboxMail, type OutboxRepository, timestamp } from '@footfall/core-domain'
import { createTransport } from 'nodemailer'
import type { Settings } from './settings.ts'

/** Hands one mail to whoever delivers it; throws when it was not taken. */
export type SendMail = (mail: OutboxMail) => Promise<void>

/** The part of a logger that mail needs. */
export interface MailLog {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
}

const LEASE_MS = 60_000
const BATCH = 20
const BACKOFF_MS = 30_000
const BACKOFF_MS_MAX = 6 * 3_600_000

/**
 * Sends what the outbox holds, each mail at least once: a sender that dies between sending and noting it leaves the
 * mail to the next. What was not taken is tried again, later each time, for as long as it is there.
 */
export async function deliverMail(outbox: OutboxRepository, send: SendMail, clock: Clock, log: MailLog): Promise<void> {
  const now = clock.now()
  for (const mail of await outbox.take(timestamp(now), timestamp(now + LEASE_MS), BATCH)) {
    try {
      await send(mail)
    } catch (error) {
      const wait = Math.min(BACKOFF_MS * 2 ** mail.attempts, BACKOFF_MS_MAX)
      const problem = error instanceof Error ? error.message : 'not taken'
      await outbox.failed(mail.id, timestamp(clock.now() + wait), problem.slice(0, 500))
      log.warn({ mail: mail.id, attempts: mail.attempts, problem }, 'a mail was not taken; it will be tried again')
      continue
    }
    await outbox.delivered(mail.id, timestamp(clock.now()))
  }
}

/**
 * Mail by SMTP where a server is set; otherwise into the log, where an operator sees it and can pass it on. The link of
 * an invitation is a secret: it is made as the mail leaves, and neither the outbox nor the log ever holds it.
 */
export function mailSender({ mail }: Pick<Settings, 'mail'>, log: MailLog, linkOf: InvitationLinks): SendMail {
  if (mail === undefined) {
    return async ({ id, to, subject, text, invitation }) => {
      const hint = invitation === undefined ? '' : `; \`footfall invitation link ${invitation}\` prints its link`
      log.warn({ mail: id, to, subject, text }, `SMTP_URL is not set, so this mail is only here${hint}`)
    }
  }
  const transport = createTransport(mail.smtpUrl)
  const send = ({ id, to, subject }: OutboxMail, text: string) =>
    transport.sendMail({ from: mail.from, to, subject, text, messageId: `<${id}@${mail.domain}>` })
  return async (outgoing) => {
    if (outgoing.invitation === undefined) return void (await send(outgoing, outgoing.text))
    const link = await linkOf(outgoing.invitation)
    if (link === undefined) {
      return log.warn({ mail: outgoing.id }, 'This invitation is not open any more, so its mail is not sent')
    }
    const url = link.url.reveal()
    await send(outgoing, `${outgoing.text}\n\n${url}\n`).catch((error: unknown) => {
      // A server may quote the mail that it refuses, and what it says is kept for the operator.
      throw new Error(error instanceof Error ? error.message.replaceAll(url, '[link]') : 'not taken')
    })
  }
}
