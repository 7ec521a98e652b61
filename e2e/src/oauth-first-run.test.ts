import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newPerson, screenshots } from './chromium.ts'
import { registerClient } from './oauth-client.ts'
import { freePort, type ServerProcess, startServer, temporaryDirectory } from './server-process.ts'

describe('the first account of a service', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let server: ServerProcess
  let browser: Browser

  beforeAll(async () => {
    directory = await temporaryDirectory()
    const port = await freePort()
    const start = startServer({ dataDir: directory.path, port, env: { BASE_URL: `http://127.0.0.1:${port}` } })
    ;[server, browser] = await Promise.all([start, launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end()
    await directory?.remove()
  })

  it('the first account can be created during an authorization, which then asks for a product first', async () => {
    const client = await registerClient(server.url, 'Early bird')
    const page = await (await newPerson(browser)).newPage()
    await page.goto((await client.begin('analytics:read')).url)
    expect(new URL(page.url()).pathname).toBe('/sign-up')
    await screenshots(page, 'sign-up')

    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.locator('#password-problem').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password')
    await screenshots(page, 'sign-up-rejected')

    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/\/oauth\/authorize\?/)
    await page.locator('main').filter({ hasText: 'You have no products yet' }).waitFor()
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0)
    await screenshots(page, 'consent-without-product')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')

    // Nobody else can sign up afterwards.
    const late = await (await newPerson(browser)).newPage()
    await late.goto(`${server.url}/sign-up`)
    expect(await late.getByRole('heading').textContent()).toBe('Sign-up is closed')
    await client.stop()
  })
})
