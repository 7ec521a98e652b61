import { z } from 'zod'
import { hostAndPortList, serviceUrl, type Values } from './fields.ts'
import { SettingsError } from './settings-error.ts'

export const mailVariables = {
  SMTP_URL: serviceUrl(/^smtps?$/, 'smtps://user:password@host').optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  WEBHOOK_PRIVATE_HOSTS: hostAndPortList,
}

export interface MailSettings {
  /** The SMTP server; undefined where emails are written to the log. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly domain: string } | undefined
  /** `host:port` of webhooks that may have private addresses. */
  readonly webhookPrivateHosts: readonly string[]
}

export function mailSettings({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  WEBHOOK_PRIVATE_HOSTS: webhookPrivateHosts,
}: Values<typeof mailVariables>): MailSettings {
  if (smtpUrl === undefined) return { mail: undefined, webhookPrivateHosts }
  if (from === undefined)
    throw new SettingsError('MAIL_FROM', 'is required with SMTP_URL: the address that emails come from')
  return { mail: { smtpUrl, from, domain: from.slice(from.indexOf('@') + 1) }, webhookPrivateHosts }
}
