import { authenticatorSealer, resealAuthenticator } from '@footfall/accounts'
import { type DeliverySource, type Keyring, type StoredTarget, timestamp } from '@footfall/core-domain'
import { linkSealer, openLink, openWebhook, sealLink, webhookSealer } from '@footfall/operations'
import { providerSealer, resealProviderToken } from '@footfall/search-console'
import { describeEachDialect, seedProduct, seedReport, seedSharedLink } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { reportMessage } from '../test-support/messages.ts'
import { sealedPlaces } from './sealed-places.ts'
import { discardUnreadableSecrets, oldSecrets, requireReadableSecrets, resealSecrets } from './stored-secrets.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const OTHER = new Uint8Array(32).fill(3)
const URL_OF_HOOK = 'https://hooks.example/1'

describeEachDialect('stored secrets', (database) => {
  const within = (keys: Keyring) => ({ keys, random: database.random, clock: database.clock })
  const appSealer = (key: Keyring) => authenticatorSealer({ key, random: database.random })
  const at = () => timestamp(database.clock.now())
  let seeded: Awaited<ReturnType<typeof seedAllSecrets>>

  /** One secret of each place, encrypted with the old key. */
  async function seedAllSecrets() {
    const { store, ids, random } = database
    const { product, people } = await seedProduct(database)
    const account = people.admin.account.id
    const sealer = webhookSealer({ key: OLD, random })
    const hook = (source: DeliverySource) => ({
      kind: 'webhook' as const,
      format: 'generic' as const,
      sealed_url: sealer.seal(URL_OF_HOOK, `${source} url`),
      sealed_secret: sealer.seal('whs_1', `${source} secret`),
    })
    const app = { account, sealed_secret: appSealer(OLD).seal('ABC', account), last_step: 0, created_at: at() }
    await store.transaction((tx) => tx.store.secondFactors.insertAuthenticator(app))
    const token = providerSealer({ key: OLD, random }).seal('refresh', `google_search_console:${product}`)
    await store.integrations.put({
      product,
      provider: 'google_search_console',
      status: 'connected',
      detail: undefined,
      property: undefined,
      properties: [],
      refresh_token: token,
      synced_at: undefined,
      sync_requested_at: undefined,
      updated_at: at(),
    })
    const cleanup = { id: `cleanup-${product}`, product, provider: 'google_search_console' as const, rows: true }
    await store.integrations.enqueueCleanup({ ...cleanup, refresh_token: token, created_at: at() })
    const link = ids.share()
    const sealed = sealLink(linkSealer({ key: OLD, random }), link, 'secret')
    await seedSharedLink(database, product, { id: link, sealed })
    const report = ids.report()
    await seedReport(database, { product }, { id: report, target: hook(report) })
    const alert = ids.alert()
    await store.alerts.insert({
      id: alert,
      product,
      name: 'Down',
      rule: { kind: 'silent', hours: 3 },
      target: hook(alert),
      due_at: at(),
      active_since: undefined,
      last_judgement: undefined,
      created_at: at(),
      revision: 1,
      updated_at: at(),
    })
    const delivery = {
      id: ids.delivery(),
      source: report,
      subject: { product },
      occurrence: '1',
      recipient: hook(report),
    }
    await store.deliveries.enqueue([{ ...delivery, message: reportMessage(), created_at: at() }])
    return { account, product, report, alert, token, link }
  }
  beforeEach(async () => {
    await resealSecrets(database.control, within([NEW, OTHER, OLD]))
    await discardUnreadableSecrets(database.control, within(NEW))
    seeded = await seedAllSecrets()
  })

  const EACH = {
    authenticators: 1,
    provider_connections: 1,
    provider_leftovers: 1,
    shared_links: 1,
    scheduled_reports: 1,
    alerts: 1,
    deliveries: 1,
  }
  const targetOf = async (): Promise<readonly StoredTarget[]> => {
    const { store } = database
    const report = await store.scheduledReports.findAny(seeded.report)
    const alert = await store.alerts.find(seeded.product, seeded.alert)
    return [report, alert].flatMap((one) => (one === undefined ? [] : [one.target]))
  }
  const tokenOf = async () =>
    (await database.store.integrations.connection(seeded.product, 'google_search_console'))?.refresh_token ?? ''

  const linkOf = async () => (await database.store.sharedLinks.sealedSecret(seeded.product, seeded.link)) ?? ''

  /** Everything that these keys open. */
  async function opened(key: Keyring) {
    const { store, random } = database
    const sealer = webhookSealer({ key, random })
    const sources = [seeded.report, seeded.alert]
    const app = await store.secondFactors.authenticator(seeded.account)
    return {
      authenticator: resealAuthenticator(appSealer(key), seeded.account, app?.sealed_secret ?? '') !== undefined,
      webhooks: (await targetOf()).map((target, i) => {
        const source = sources[i]
        return target.kind === 'webhook' && source !== undefined ? openWebhook(sealer, source, target) : undefined
      }),
      link: openLink(linkSealer({ key, random }), seeded.link, await linkOf()),
      token: resealProviderToken(providerSealer({ key, random }), seeded.product, await tokenOf()) !== undefined,
    }
  }
  const ALL = {
    authenticator: true,
    webhooks: [
      { url: URL_OF_HOOK, secret: 'whs_1' },
      { url: URL_OF_HOOK, secret: 'whs_1' },
    ],
    link: 'secret',
    token: true,
  }

  it('opens secrets with either key during the replacement, and only with the new one after they were encrypted again', async () => {
    expect(await opened([NEW, OLD])).toEqual(ALL)
    expect((await opened(NEW)).authenticator).toBe(false)
    expect(await resealSecrets(database.control, within([NEW, OLD]))).toEqual({ previous: EACH, unreadable: {} })
    expect(await opened(NEW)).toEqual(ALL)
    expect((await opened(OLD)).authenticator).toBe(false)
  })

  it('finds no more secrets to encrypt after a complete run', async () => {
    await resealSecrets(database.control, within([NEW, OLD]))
    const before = await tokenOf()
    expect(await resealSecrets(database.control, within([NEW, OLD]))).toEqual({ previous: {}, unreadable: {} })
    expect(await oldSecrets(database.store, within(NEW))).toEqual({ previous: {}, unreadable: {} })
    expect(await tokenOf()).toBe(before)
  })

  it('continues a replacement run that ended after some rows', async () => {
    const { resealed, prefixOf } = sealedPlaces(within([NEW, OLD]))
    const page = { exceptPrefix: prefixOf('alerts'), after: '', limit: 10 }
    const [row] = await database.store.sealedTexts.page('alerts', page)
    const text = row && resealed(row)
    if (row === undefined || text === undefined) throw new Error('no alert')
    expect(await database.store.transaction((tx) => tx.store.sealedTexts.replace(row, text))).toBe(true)
    const { alerts: _, ...others } = EACH
    expect((await resealSecrets(database.control, within([NEW, OLD]))).previous).toEqual(others)
    expect(await opened(NEW)).toEqual(ALL)
  })

  it('does not replace a secret that changed since it was read', async () => {
    const exceptPrefix = sealedPlaces(within(NEW)).prefixOf('provider_connections')
    const page = { exceptPrefix, after: '', limit: 10 }
    const [row] = await database.store.sealedTexts.page('provider_connections', page)
    if (row === undefined) throw new Error('no connection')
    const replace = (stored: string) => database.store.transaction((tx) => tx.store.sealedTexts.replace(row, stored))
    expect([await replace('s1.newer'), await replace('s1.late')]).toEqual([true, false])
    expect(await tokenOf()).toBe('s1.newer')
  })

  it('encrypts secrets again on two replicas at once, and loses nothing', async () => {
    const other = database.open()
    await Promise.all([database.control, other].map((control) => resealSecrets(control, within([NEW, OLD]))))
    expect(await opened(NEW)).toEqual(ALL)
  })

  it('rejects a start while a secret is encrypted with a missing key, in one line that says what to do', async () => {
    const starting = requireReadableSecrets(database.control, within([NEW, OTHER]))
    await expect(starting).rejects.toThrow(
      /^SESSION_SECRET cannot be used: it does not decrypt 1 × authenticator app, .*\. Set SESSION_SECRET_PREVIOUS [^\n]*$/,
    )
    expect(await opened([NEW, OLD])).toEqual(ALL)
    expect(await requireReadableSecrets(database.control, within([NEW, OLD]))).toEqual(EACH)
    expect(await requireReadableSecrets(database.control, within(NEW))).toEqual({})
  })

  it('removes only secrets that no key opens, with one audit entry, and then allows a start', async () => {
    expect(await discardUnreadableSecrets(database.control, within([NEW, OLD]))).toEqual({})
    const entries = async () => (await database.store.audit.list({ limit: 100 })).length
    const before = await entries()
    expect(await discardUnreadableSecrets(database.control, within(NEW))).toEqual(EACH)
    expect(await entries()).toBe(before + 1)
    expect(await opened([NEW, OLD])).toEqual({
      authenticator: false,
      webhooks: [undefined, undefined],
      link: undefined,
      token: false,
    })
    expect(await requireReadableSecrets(database.control, within(NEW))).toEqual({})
    expect(await discardUnreadableSecrets(database.control, within(NEW))).toEqual({})
  })
})
