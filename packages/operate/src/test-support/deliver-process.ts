import { randomBytes } from 'node:crypto'
import { openStore, type StoreConfig } from '@footfall/storage'
import { deliverMessages } from '../delivery/deliver-messages.ts'
import { emailSender } from '../delivery/send-email.ts'

/** A replica that delivers without end, as a process that a test can kill. Given: a store as JSON, an SMTP address, the lease in ms. */
const [config = '', smtpUrl = '', skewMs = '0'] = process.argv.slice(2)
const clock = { now: () => Date.now() + Number(skewMs) }
const random = { bytes: (count: number) => randomBytes(count) }
const control = openStore(JSON.parse(config) as StoreConfig, { clock, random })
const email = emailSender({
  mail: { smtpUrl, from: 'Footfall <f@a.example>', domain: 'a.example' },
  unsubscribeUrl: () => 'https://stats.example/unsubscribe/x',
})
process.send?.('ready')
for (;;) {
  await deliverMessages({
    store: control.store,
    senders: { email, webhook: async () => {} },
    clock,
    log: { warn: () => {} },
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
}
