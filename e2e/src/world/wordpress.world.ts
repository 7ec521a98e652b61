import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newBrowser, openPlace, type Place, signUpFirst } from '../dashboard-person.ts'
import { lacksAny } from './parts.ts'
import { ADMINISTRATOR, startWordPress, type WordPress } from './wordpress.ts'

const SAVED = { server: 'https://stats.example.com', product: 'prd_kept' }
const INJECTION = '"><script>alert(1)</script>'

describe.skipIf(lacksAny('WordPress', 'MariaDB'))('the plugin in the WordPress of Debian', () => {
  let wordpress: WordPress
  let place: Place
  let person: Page
  let admin: Page
  const site = (path: string) => `http://bakery.example:${wordpress.port}${path}`

  beforeAll(async () => {
    wordpress = await startWordPress()
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    admin = await (await newBrowser(place, 'anywhere')).newPage()
    await signIn(admin, ADMINISTRATOR)
    await admin.goto(site('/wp-admin/plugins.php'))
    await admin.getByRole('link', { name: 'Activate Footfall' }).click()
    await admin.getByText('Plugin activated.').waitFor()
  })
  afterAll(async () => {
    await place?.close()
    await wordpress?.stop()
  })

  async function signIn(page: Page, { name, password }: { readonly name: string; readonly password: string }) {
    await page.goto(site('/wp-login.php'))
    await page.locator('#user_login').fill(name)
    await page.locator('#user_pass').fill(password)
    await page.locator('#wp-submit').click()
    await page.waitForURL('**/wp-admin/**')
  }

  const SETTINGS = '/wp-admin/options-general.php?page=footfall'
  async function openSettings() {
    await admin.goto(site('/wp-admin/'))
    await admin.goto(site(SETTINGS))
    await admin.getByRole('heading', { name: 'Footfall', level: 1 }).waitFor()
  }
  async function save(fields: Readonly<Record<string, string>>) {
    await openSettings()
    for (const [label, value] of Object.entries(fields)) await admin.getByLabel(label).fill(value)
    await Promise.all([admin.waitForURL('**settings-updated=true'), admin.locator('#submit').click()])
  }
  /** Of the settings page, what its fields hold. */
  async function shown() {
    await openSettings()
    return {
      server: await admin.getByLabel('Address of Footfall').inputValue(),
      product: await admin.getByLabel('Product').inputValue(),
    }
  }
  /** The tag of the tracker in a page that PHP renders for a visitor. */
  async function tracker(): Promise<string | undefined> {
    const page = await (await fetch(`http://127.0.0.1:${wordpress.port}/`)).text()
    expect(page).toContain('Fresh bread')
    const tags = page.match(/<script[^>]*footfall[^>]*>/g) ?? []
    expect(tags.length).toBeLessThan(2)
    return tags[0]
  }

  it('no page has a script before the address and the product are saved', async () => {
    expect(await tracker()).toBeUndefined()
    await save({ 'Address of Footfall': SAVED.server })
    expect(await tracker()).toBeUndefined()
  })

  it('a pageview of a visitor is counted for the product that the settings name, and none of an administrator', async () => {
    person = await signUpFirst(place, 'Ada', 'ada@example.com')
    const { body } = await call(person, 'POST', '/api/v1/products', { name: 'Bakery', timezone: 'UTC' })
    const product = body.data.result.id
    const service = `http://stats.example:${new URL(place.url()).port}`
    await save({ 'Address of Footfall': `${service}/`, Product: ` ${product} ` })
    expect(await shown()).toEqual({ server: service, product })
    const tag = await tracker()
    expect(tag).toContain(`data-product="${product}"`)
    expect(tag).toContain(`src="${service}/js/footfall.js"`)

    const visitor = await (await newBrowser(place, 'anywhere')).newPage()
    const counted = visitor.waitForResponse(
      (response) => response.url() === `${service}/api/event` && response.request().method() === 'POST',
    )
    await visitor.goto(site('/'))
    expect((await counted).status()).toBe(202)
    await admin.goto(site('/'))
    expect(await admin.content()).not.toContain('footfall.js')
    const statistics = `/api/v1/stats?product=${product}&metric=pageviews&period=today&traffic=all`
    await expect.poll(async () => (await call(person, 'GET', statistics)).body.data.value, { timeout: 30_000 }).toBe(1)
  })

  it('each check box adds its attribute, and an administrator can be counted, too', async () => {
    await save({ 'Address of Footfall': SAVED.server, Product: SAVED.product })
    await openSettings()
    await admin.getByLabel('Leave out administrators').uncheck()
    const switches = ['vitals', 'errors', 'no-outbound', 'no-downloads', 'no-forms', 'no-engagement']
    for (const name of switches) await admin.locator(`[name="footfall_settings[switches][${name}]"]`).check()
    await Promise.all([admin.waitForURL('**settings-updated=true'), admin.locator('#submit').click()])
    const tag = await tracker()
    for (const name of switches) expect(tag).toMatch(new RegExp(` data-${name}(?=[\\s>=])`))
    await admin.goto(site('/'))
    expect(await admin.content()).toContain('footfall.js')
    await openSettings()
    for (const name of switches) await admin.locator(`[name="footfall_settings[switches][${name}]"]`).uncheck()
    await admin.getByLabel('Leave out administrators').check()
    await Promise.all([admin.waitForURL('**settings-updated=true'), admin.locator('#submit').click()])
    expect(await tracker()).not.toMatch(/data-(?!product)/)
  })

  it.each([
    ['a script', 'Address of Footfall', 'javascript:alert(1)'],
    ['another scheme', 'Address of Footfall', 'ftp://stats.example.com'],
    ['a host without a scheme', 'Address of Footfall', 'stats.example.com'],
    ['an address with a path', 'Address of Footfall', 'https://stats.example.com/path'],
    ['an address with a tag', 'Address of Footfall', `https://stats.example.com/${INJECTION}`],
    ['an address that is not ASCII', 'Address of Footfall', 'https://stäts.example.com'],
    ['an address that is too long', 'Address of Footfall', `https://${'a'.repeat(100_000)}.example.com`],
    ['a name', 'Product', 'Bakery'],
    ['an ID with a tag', 'Product', `prd_${INJECTION}`],
    ['an ID that is too long', 'Product', `prd_${'a'.repeat(65)}`],
    ['an ID that is not ASCII', 'Product', 'prd_ü'],
  ])('rejects %s with a reason as %s, which stays as it was', async (_, label, value) => {
    await save({ 'Address of Footfall': SAVED.server, Product: SAVED.product })
    await save({ [label]: value })
    const reason = label === 'Product' ? 'The product must be an ID' : 'The address must be one'
    expect(await admin.locator('.notice-error').allInnerTexts()).toEqual([expect.stringContaining(reason)])
    expect(await shown()).toEqual(SAVED)
    expect(await tracker()).toContain(`src="${SAVED.server}/js/footfall.js"`)
  })

  /** Posts the form of the settings from a page of the site, with other fields than it has. */
  async function post(page: Page, fields: Readonly<Record<string, string>>) {
    const inputs = await admin.locator('form[action="options.php"] input[type=hidden]').all()
    const hidden: Record<string, string> = {}
    for (const input of inputs) hidden[(await input.getAttribute('name')) ?? ''] = await input.inputValue()
    return page.evaluate(
      async (form) => {
        const { status, url } = await fetch('/wp-admin/options.php', {
          method: 'POST',
          body: new URLSearchParams(form),
        })
        return { status, url }
      },
      { ...hidden, ...fields },
    )
  }

  it.each<[string, Record<string, string>]>([
    ['lists in place of texts', { 'footfall_settings[server][]': 'x', 'footfall_settings[product][]': 'y' }],
    ['a text in place of the settings', { footfall_settings: 'text' }],
    ['nothing', {}],
  ])('%s never breaks the public pages', async (_, fields) => {
    await save({ 'Address of Footfall': SAVED.server, Product: SAVED.product })
    await openSettings()
    expect((await post(admin, fields)).status).toBe(200)
    expect(await tracker()).toBeUndefined()
    expect(await shown()).toEqual({ server: '', product: '' })
  })

  it('unknown fields and switches are not kept', async () => {
    await openSettings()
    const unknown = { 'footfall_settings[evil]': '1', 'footfall_settings[switches][onload]': '1' }
    const texts = { 'footfall_settings[server]': SAVED.server, 'footfall_settings[product]': SAVED.product }
    expect((await post(admin, { ...texts, ...unknown })).status).toBe(200)
    const kept = wordpress.sql("select option_value from wp_options where option_name = 'footfall_settings'")
    expect(kept).toContain(SAVED.product)
    expect(kept).not.toMatch(/evil|onload/)
  })

  it('rejects a change of the settings by a visitor, or by an administrator without the form', async () => {
    await save({ 'Address of Footfall': SAVED.server, Product: SAVED.product })
    await openSettings()
    const other = { 'footfall_settings[server]': 'https://evil.example', 'footfall_settings[product]': 'prd_evil' }
    const forged = await post(admin, { ...other, _wpnonce: 'forged' })
    const visitor = await (await newBrowser(place, 'anywhere')).newPage()
    await visitor.goto(site('/'))
    const stranger = await post(visitor, other)
    expect([forged.status, stranger.url]).toEqual([403, expect.stringContaining('wp-login.php')])
    expect(await shown()).toEqual(SAVED)
  })

  it('deleting the plugin removes its settings, and no page has the script any more', async () => {
    await save({ 'Address of Footfall': SAVED.server, Product: SAVED.product })
    expect(await tracker()).toContain(SAVED.product)
    await admin.goto(site('/wp-admin/plugins.php'))
    await admin.getByRole('link', { name: 'Deactivate Footfall' }).click()
    await admin.getByText('Plugin deactivated.').waitFor()
    admin.on('dialog', (dialog) => dialog.accept())
    await admin.getByRole('link', { name: 'Delete Footfall' }).click()
    await expect
      .poll(() => existsSync(join(wordpress.folder, 'wp-content/plugins/footfall')), { timeout: 30_000 })
      .toBe(false)
    await expect
      .poll(() => wordpress.sql("select option_name from wp_options where option_name like 'footfall%'"), {
        timeout: 30_000,
      })
      .toBe('')
    expect(await tracker()).toBeUndefined()
  })

  it('PHP reports nothing about the plugin', () => {
    expect(wordpress.problems()).toBe('')
  })
})
