import type { Browser } from 'playwright-core'
import { newPerson } from './chromium.ts'
import type { Demo } from './demo-directory.ts'
import type { Decide } from './mcp-clients.ts'

/** A person who signs in if the page asks for it, and allows each request for the first product of the demo. */
export async function personWhoAllows(browser: Browser, demo: Demo): Promise<Decide> {
  const person = await newPerson(browser)
  return async (url) => {
    const page = await person.newPage()
    await page.goto(url.href)
    if (new URL(page.url()).pathname === '/sign-in') {
      await page.getByLabel('Email').fill(demo.email)
      await page.getByLabel('Password').fill(demo.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.getByLabel(demo.products[0]?.name ?? '').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(/\/callback\?/)
    const ended = new URL(page.url())
    await page.close()
    return ended
  }
}
