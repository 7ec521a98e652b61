import type { InvitationLinks, PasswordResetLink, PasswordResetLinks } from '@footfall/accounts'
import type { Settings } from '@footfall/config'
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type Logger,
  MINUTE_MS,
  type OutboxMail,
  outagesOf,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { createTransport } from 'nodemailer'

/** Sends one email, or says that it is left to the operator; throws when it was not accepted. */
export type SendMail = (mail: OutboxMail) => Promise<'sent' | 'left_to_operator'>

const LEASE_MS = MINUTE_MS
const BATCH = 20
const BACKOFF_MS = 30_000
const BACKOFF_MS_MAX = 6 * HOUR_MS
/** An email that is rejected for this long is given up: otherwise, an abandoned address would keep the queue growing forever. */
const RETRIED_FOR_MS = 5 * DAY_MS

/**
 * Sends the emails of the outbox, each at least once: a process that dies between sending and recording leaves the
 * email to the next run. A failed email is retried with backoff for five days, and then left to the operator.
 */
export async function deliverMail(
  { transaction }: Pick<TransactionalStore, 'transaction'>,
  send: SendMail,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const now = clock.now()
  const lease = timestamp(now + LEASE_MS)
  for (const mail of await transaction((tx) => tx.store.outbox.take(timestamp(now), lease, BATCH))) {
    let outcome: Awaited<ReturnType<SendMail>>
    try {
      outcome = await send(mail)
    } catch (error) {
      const wait = Math.min(BACKOFF_MS * 2 ** mail.attempts, BACKOFF_MS_MAX)
      const problem = error instanceof Error ? error.message : 'not accepted'
      const nextAt = clock.now() + wait
      const fields = { mail: mail.id, attempts: mail.attempts, problem }
      if (nextAt > Date.parse(mail.created_at) + RETRIED_FOR_MS) {
        const given = `${GIVEN_UP}: ${problem}`.slice(0, 500)
        await transaction((tx) => tx.store.outbox.delivered(mail.id, timestamp(clock.now()), given))
        log.warn(fields, `${GIVEN_UP}, so it is not tried again`)
        continue
      }
      await transaction((tx) => tx.store.outbox.failed(mail.id, timestamp(nextAt), problem.slice(0, 500)))
      // During an outage of the mail server, every waiting email fails.
      outagesOf(log, clock).repeated('mail_server', fields, 'An email was not accepted; it will be retried.')
      continue
    }
    const at = timestamp(clock.now())
    await transaction((tx) => tx.store.outbox.delivered(mail.id, at, outcome === 'sent' ? undefined : NO_MAIL_SERVER))
  }
}

/** The links that emails end with. */
export interface MailLinks {
  readonly invitation: InvitationLinks
  readonly passwordReset: PasswordResetLinks
}

/**
 * Sends by SMTP if a server is set; otherwise the log says that an email waits for the operator, and which command prints it. Addresses
 * and texts stay out of the log. A link is a secret: it is created when the email is sent, and neither the outbox nor the log holds it.
 */
export function mailSender({ mail }: Pick<Settings, 'mail'>, log: Pick<Logger, 'warn'>, links: MailLinks): SendMail {
  if (mail === undefined) {
    return async (outgoing) => {
      const { id } = outgoing
      log.warn({ mail: id, kind: mailKind(outgoing) }, `${NO_MAIL_SERVER}; \`footfall mail show ${id}\` prints it`)
      return 'left_to_operator'
    }
  }
  const transport = createTransport(mail.smtpUrl)
  const send = ({ id, to, subject }: OutboxMail, text: string) =>
    transport.sendMail({ from: mail.from, to, subject, text, messageId: `<${id}@${mail.domain}>` })
  return async (outgoing) => {
    const ending = endingOf(outgoing, links)
    if (ending === undefined) {
      await send(outgoing, outgoing.text)
      return 'sent'
    }
    const { text, secret } = (await ending) ?? {}
    if (text === undefined || secret === undefined) {
      log.warn({ mail: outgoing.id }, 'The link of this email is no longer valid, so the email is not sent')
      return 'sent'
    }
    await send(outgoing, `${outgoing.text}\n\n${text}\n`).catch((error: unknown) => {
      // A server may quote the email that it rejects, and its answer is stored for the operator.
      throw new Error(error instanceof Error ? error.message.replaceAll(secret, '[secret]') : 'not accepted')
    })
    return 'sent'
  }
}

const GIVEN_UP = 'This email was rejected for five days'
const NO_MAIL_SERVER = 'SMTP_URL is not set, so this email was not sent'

/** What an email is about. */
export function mailKind({ invitation, password_reset }: OutboxMail): 'invitation' | 'password_reset' | 'notice' {
  if (invitation !== undefined) return 'invitation'
  return password_reset === undefined ? 'notice' : 'password_reset'
}

/** The command that prints the link of an email; undefined for one without. */
export function linkCommand({ to, invitation, password_reset }: OutboxMail): string | undefined {
  if (invitation !== undefined) return `footfall invitation link ${invitation}`
  return password_reset === undefined ? undefined : `footfall account reset-password --email ${to} --link`
}

interface Ending {
  readonly text: string
  /** The part that must stay secret. */
  readonly secret: string
}

/** The ending of an email; undefined for one without a link. The promise resolves to undefined if the link has expired. */
function endingOf(
  { invitation, password_reset }: OutboxMail,
  links: MailLinks,
): Promise<Ending | undefined> | undefined {
  if (invitation !== undefined)
    return links.invitation(invitation).then((link) => link && { text: link.url.reveal(), secret: link.url.reveal() })
  if (password_reset !== undefined) return links.passwordReset(password_reset).then((link) => link && resetEnding(link))
  return undefined
}

function resetEnding({ url, code }: PasswordResetLink): Ending {
  const text = `${url.reveal()}\n\nWhere the page asks for a code, paste this one:\n${code.reveal()}`
  return { text, secret: code.reveal() }
}
