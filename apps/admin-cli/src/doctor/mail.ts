import { once } from 'node:events'
import { connect } from 'node:net'
import type { Settings } from '@footfall/config'
import { reasonOf, unreachableFix } from './failure.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const GREETS_WITHIN_MS = 5_000
/** As the mailer has them where the URL names none. */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** Whether mail can leave: the server is there. What it lets through shows with the first mail. */
export async function mail({ mail: settings }: Settings): Promise<Finding> {
  if (settings === undefined)
    return warning(
      'mail',
      'SMTP_URL is not set: invitations are written to the log, and reach nobody by themselves',
      'export SMTP_URL=smtps://user:password@host MAIL_FROM=footfall@example.com',
    )
  const { protocol, hostname, port } = new URL(settings.smtpUrl)
  const number = port === '' ? PORTS[protocol === 'smtps:' ? 'smtps:' : 'smtp:'] : Number(port)
  const socket = connect({ host: hostname, port: number })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(GREETS_WITHIN_MS) })
    return ok('mail', `${hostname}:${number} takes connections`)
  } catch (error) {
    const fix = unreachableFix(error, 'SMTP_URL', `smtp://${hostname}:${number}`)
    return failed('mail', `${hostname}:${number}: ${reasonOf(error)}`, fix ?? 'Correct host and port in SMTP_URL.')
  } finally {
    socket.destroy()
  }
}
