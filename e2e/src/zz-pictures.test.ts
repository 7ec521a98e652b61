import { afterAll, beforeAll, it } from 'vitest'
import { mkdir } from 'node:fs/promises'
import { settled } from './dashboard-browser.ts'
import { type DemoPlace, openDemoPlace } from './demo-place.ts'
let place: DemoPlace
beforeAll(async () => { place = await openDemoPlace() })
afterAll(() => place?.close())
it('pictures', { timeout: 400_000 }, async () => {
  await mkdir('/tmp/pics', { recursive: true })
  const p = place.product(0)
  for (const [name, path] of [['overview', '?period=30d'], ['year', '?period=12mo&places=map'], ['journeys', '/journeys?period=30d'], ['all', '?period=30d&all=page']] as const) {
    const page = await place.open(`/products/${p}${path}`)
    for (const [w, scheme] of [[1440, 'light'], [390, 'dark'], [1024, 'dark'], [390, 'light']] as const) {
      if (name === 'all' && w === 1024) continue
      await page.setViewportSize({ width: w, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      if (name !== 'all') { await page.evaluate('scrollTo(0, document.body.scrollHeight)'); await page.waitForTimeout(300); await settled(page); await page.evaluate('scrollTo(0,0)') }
      if (name === 'overview' && w === 1440) { await page.mouse.move(700, 420); await page.waitForTimeout(300) }
      await page.screenshot({ path: `/tmp/pics/${name}-${w}-${scheme}.png`, fullPage: name !== 'all' })
    }
    await page.close()
  }
})
