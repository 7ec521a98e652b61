import { z } from 'zod'
import { serviceUrl, type Values } from './fields.ts'
import { SettingsError } from './settings-error.ts'

export const mailVariables = {
  SMTP_URL: serviceUrl(/^smtps?$/, 'smtps://user:password@host').optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
}

export interface MailSettings {
  /** The SMTP server; undefined where emails are written to the log. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly domain: string } | undefined
}

export function mailSettings({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values<typeof mailVariables>): MailSettings {
  if (smtpUrl === undefined) return { mail: undefined }
  if (from === undefined)
    throw new SettingsError('MAIL_FROM', 'is required with SMTP_URL: the address that mail comes from')
  return { mail: { smtpUrl, from, domain: from.slice(from.indexOf('@') + 1) } }
}
