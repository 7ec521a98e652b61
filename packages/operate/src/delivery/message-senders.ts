import type { Settings } from '@footfall/config'
import type { Clock, Keyring, RandomSource } from '@footfall/core-domain'
import { unsubscribeTokens, webhookSealer } from '@footfall/operations'
import type { Senders } from './deliver-messages.ts'
import { emailSender } from './send-email.ts'
import { sendWebhook } from './send-webhook.ts'

interface Dependencies {
  readonly settings: Pick<Settings, 'mail' | 'baseUrl' | 'webhookPrivateHosts'>
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}

/** How the service sends messages of reports and alerts. */
export function messageSenders({ settings, key, clock, random }: Dependencies): Senders {
  const tokens = unsubscribeTokens({ key, random })
  const sealer = webhookSealer({ key, random })
  const privateHosts = new Set(settings.webhookPrivateHosts)
  return {
    email: emailSender({
      mail: settings.mail,
      unsubscribeUrl: (source, address) => `${settings.baseUrl}/unsubscribe/${tokens.issue({ source, address })}`,
    }),
    webhook: (delivery) => sendWebhook(delivery, { sealer, clock, privateHosts }),
  }
}
