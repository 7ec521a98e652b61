import { stat } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../server-process.ts'
import { daysAgo } from '../upgrade/first-bundle.ts'
import { followDeployPage } from './deploy-page.ts'
import { type Machine, makeMachine } from './machine.ts'
import { lacksAny } from './parts.ts'
import { PROXIES, type ProxyPackage } from './proxies.ts'

const HOST = 'stats.example.com'
const VISITORS = { '81.2.69.142': 'GB', '8.8.8.8': 'US', '217.160.0.187': 'DE', '133.242.0.3': 'JP' }
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const machines: Machine[] = []
afterEach(async () => {
  for (const machine of machines.splice(0)) await machine.remove()
})

/** Follows the page, sends a pageview from each address through the proxy, and returns the visitors by country. */
async function countVisitors(proxy: ProxyPackage, edit?: (command: string) => string) {
  const machine = await makeMachine(Object.keys(VISITORS))
  machines.push(machine)
  const env = await followDeployPage(machine, proxy, edit)
  const curl = (...args: readonly string[]) =>
    machine.run('curl', ['--silent', '--show-error', '--insecure', '--resolve', `${HOST}:443:127.0.0.1`, ...args])
  const answers = (url: string) =>
    curl('--fail', '--output', '/dev/null', url).then(
      () => true,
      () => false,
    )
  await until('the service behind its proxy', () => answers(`https://${HOST}/readyz`), 60_000)

  const footfall = async (...args: readonly string[]) =>
    JSON.parse(await machine.run(machine.at('/opt/footfall/bin/footfall'), [...args, '--json'], env))
  const account = 'ada@example.com'
  await footfall('account', 'create', '--email', account, '--name', 'Ada')
  const { product } = await footfall('product', 'create', '--account', account, '--name', 'Site')
  const rights = ['--scopes', 'analytics:read', '--products', 'all']
  const { secret } = await footfall('token', 'create', '--account', account, '--name', 'numbers', ...rights)

  const event = JSON.stringify({ product: product.id, name: 'pageview', url: 'https://example.com/' })
  const headers = ['--header', 'Content-Type: application/json', '--user-agent', BROWSER]
  for (const address of Object.keys(VISITORS)) {
    const status = ['--output', '/dev/null', '--write-out', '%{http_code}']
    expect(
      await curl('--interface', address, ...status, ...headers, '--data', event, `https://${HOST}/api/event`),
    ).toBe('202')
  }
  const ask = async (metric: string, dimension?: string) => {
    const query = new URLSearchParams({ product: product.id, metric, from: daysAgo(1), to: daysAgo(-1) })
    if (dimension !== undefined) query.set('dimension', dimension)
    const answer = await curl('--header', `Authorization: Bearer ${secret}`, `https://${HOST}/api/v1/stats?${query}`)
    return JSON.parse(answer).data
  }
  await until('four pageviews', async () => (await ask('pageviews')).value === 4)
  const { rows } = await ask('visitors', 'country')
  return {
    visitors: (await ask('visitors')).value,
    countries: Object.fromEntries(rows.map((row: { key: string; value: number }) => [row.key, row.value])),
    printed: machine.printed(),
    settingsMode: ((await stat(machine.at('/etc/footfall.env'))).mode & 0o777).toString(8),
  }
}

describe.each(PROXIES)('the deploy page followed in an empty environment behind the $name of Debian', (proxy) => {
  it.skipIf(lacksAny(proxy.name, 'curl', 'openssl', 'network namespaces'))(
    'counts four visitors as four behind the proxy, with their countries and without a warning',
    async () => {
      const { visitors, countries, printed, settingsMode } = await countVisitors(proxy)
      expect({ visitors, countries }).toEqual({
        visitors: 4,
        countries: Object.fromEntries(Object.values(VISITORS).map((country) => [country, 1])),
      })
      expect(printed).not.toContain('TRUST_PROXY')
      expect(settingsMode).toBe('640')
    },
  )

  it.skipIf(lacksAny(proxy.name, 'curl', 'openssl', 'network namespaces'))(
    'counts four visitors as one without TRUST_PROXY, and logs a warning',
    async () => {
      const { visitors, printed } = await countVisitors(proxy, (command) => command.replace(' TRUST_PROXY=1', ''))
      expect(visitors).toBe(1)
      expect(printed).toContain('BASE_URL is https')
      expect(printed).toContain('has the header x-forwarded-for')
    },
  )
})
