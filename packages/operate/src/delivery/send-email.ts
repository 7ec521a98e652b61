import type { Settings } from '@footfall/config'
import type { Delivery } from '@footfall/core-domain'
import { createTransport } from 'nodemailer'
import { emailHtml } from './formats/email-html.ts'
import { oneLine } from './formats/lines.ts'
import { plainText } from './formats/plain-text.ts'
import { NotDelivered } from './not-delivered.ts'

export type EmailDelivery = Pick<Delivery, 'id' | 'source' | 'message'> & { readonly address: string }
export type SendEmail = (delivery: EmailDelivery) => Promise<void>

interface EmailOptions {
  readonly mail: Settings['mail']
  /** The address that ends emails of a source for a recipient. */
  unsubscribeUrl(source: Delivery['source'], address: string): string
}

const SUBJECT_MAX = 200
const PROBLEM_MAX = 300

/** Sends messages by SMTP. Where no server is set up, throws `NotDelivered`. */
export function emailSender({ mail, unsubscribeUrl }: EmailOptions): SendEmail {
  if (mail === undefined) {
    return async () => {
      throw new NotDelivered('No SMTP server is set up. The operator sets SMTP_URL and MAIL_FROM.', 'later')
    }
  }
  const transport = createTransport(mail.smtpUrl)
  return async ({ id, source, message, address }) => {
    const links = { unsubscribe: unsubscribeUrl(source, address) }
    try {
      await transport.sendMail({
        from: mail.from,
        to: { name: '', address },
        subject: oneLine(message.subject, SUBJECT_MAX),
        text: plainText(message, links),
        html: emailHtml(message, links),
        // The same for each attempt, so that mail programs and servers recognize a repeat.
        messageId: `<${id}@${mail.domain}>`,
        headers: {
          // RFC 8058: a POST to this address unsubscribes, without a further question.
          'List-Unsubscribe': `<${links.unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
          'Footfall-Delivery': id,
        },
      })
    } catch (error) {
      throw new NotDelivered(problemOf(error, links.unsubscribe), 'later')
    }
  }
}

/** A server may quote the email that it rejects, with the link that unsubscribes. */
function problemOf(error: unknown, secret: string): string {
  const problem = error instanceof Error ? error.message : 'not accepted'
  const token = secret.slice(secret.lastIndexOf('/') + 1)
  return `The email was not accepted: ${oneLine(problem.replaceAll(token, '…'), PROBLEM_MAX)}`
}
