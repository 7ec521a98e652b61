import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PICTURES } from './chromium.ts'
import { fitsWidth, violations } from './dashboard-person.ts'

const SCREENSHOTS = fileURLToPath(new URL('../output/screenshots/', import.meta.url))
/** Both themes at both widths. Rules that are not about colors are checked once at each width. */
const LOOKS = [
  { device: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'light', rules: 'all rules' },
  { device: 'desktop', viewport: { width: 1280, height: 900 }, colorScheme: 'dark', rules: 'colors' },
  { device: 'phone', viewport: { width: 320, height: 720 }, colorScheme: 'light', rules: 'colors' },
  { device: 'phone', viewport: { width: 320, height: 720 }, colorScheme: 'dark', rules: 'all rules' },
] as const

/**
 * Nothing is loading. The address of a page changes before the page does: after a click, wait first for something that the page
 * shows only then.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

/**
 * A whole page in both themes at both widths: nothing for axe to find, nothing to scroll sideways. With `SCREENSHOTS=1` it
 * leaves a picture of each behind.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const found: unknown[] = []
  for (const { device, viewport, colorScheme, rules } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    if (PICTURES) await page.screenshot({ path: `${SCREENSHOTS}${name}-${device}-${colorScheme}.png`, fullPage: true })
    found.push(...(await violations(page, rules)))
    await fitsWidth(page, `${name} on a ${device}`)
  }
  await page.setViewportSize(LOOKS[0].viewport)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(found).toEqual([])
}

/** Waits until something was saved, and confirms the warnings of its preview if there are any. */
export async function savedThoughWarned(page: Page, saved: Locator): Promise<void> {
  const anyway = page.getByRole('dialog').getByRole('button', { name: 'Save anyway' })
  await saved.or(anyway).first().waitFor()
  if (await anyway.isVisible()) await anyway.click()
  await saved.waitFor()
}
