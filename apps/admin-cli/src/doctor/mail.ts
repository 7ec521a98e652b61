import { once } from 'node:events'
import { connect } from 'node:net'
import type { Settings } from '@footfall/config'
import { reasonOf, unreachableFix } from '@footfall/operate'
import { type Finding, failed, ok, warning } from './finding.ts'

const TIMEOUT_MS = 5_000
/** Default ports of the mailer. */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** Checks that the mail server accepts connections. Whether it accepts mail shows with the first one. */
export async function mail({ mail: settings }: Settings): Promise<Finding> {
  if (settings === undefined)
    return warning(
      'mail',
      'SMTP_URL is not set: emails are not sent; `footfall mail list` lists them',
      'export SMTP_URL=smtps://user:password@host MAIL_FROM=footfall@example.com',
    )
  const { protocol, hostname, port } = new URL(settings.smtpUrl)
  const number = port === '' ? PORTS[protocol === 'smtps:' ? 'smtps:' : 'smtp:'] : Number(port)
  const socket = connect({ host: hostname, port: number })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return ok('mail', `${hostname}:${number} takes connections`)
  } catch (error) {
    const fix = unreachableFix(error, 'SMTP_URL', `smtp://${hostname}:${number}`)
    return failed('mail', `${hostname}:${number}: ${reasonOf(error)}`, fix ?? 'Correct host and port in SMTP_URL.')
  } finally {
    socket.destroy()
  }
}
