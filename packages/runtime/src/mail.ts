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

/** Mail by SMTP where a server is set; otherwise into the log, where an operator sees it and can pass it on. */
export function mailSender({ mail }: Pick<Settings, 'mail'>, log: MailLog): SendMail {
  if (mail === undefined) {
    return async ({ id, to, subject, text }) =>
      log.warn({ mail: id, to, subject, text }, 'SMTP_URL is not set, so this mail is only here')
  }
  const transport = createTransport(mail.smtpUrl)
  return async ({ id, to, subject, text }) => {
    await transport.sendMail({ from: mail.from, to, subject, text, messageId: `<${id}@${mail.domain}>` })
  }
}
