import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { expectSound } from './dashboard-person.ts'
import { type DemoPlace, openDemoPlace } from './demo-place.ts'

interface Crawls {
  readonly hits: number
  readonly pages: readonly { readonly path: string; readonly hits: number }[]
  readonly crawlers: readonly { readonly crawler: string; readonly hits: number }[]
}

describe('the crawlers in the dashboard', () => {
  let place: DemoPlace
  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const ask = async (query: Readonly<Record<string, string>>) =>
    (await place.ask(`/api/v1/crawls?${new URLSearchParams({ product: place.product(0), ...query })}`)) as Crawls

  it('shows in one click which pages AI crawlers read, and opens the pages of each crawler', async () => {
    const page = await place.open(`/products/${place.product(0)}/crawlers`)
    await page.getByRole('button', { name: 'AI crawlers' }).click()
    await settled(page)
    const read = await ask({ purpose: 'ai_training,ai_assistant' })
    await page.getByRole('heading', { name: `${read.hits.toLocaleString('en')} hits` }).waitFor()
    const [first] = read.pages
    const row = page.getByRole('listitem').filter({ hasText: first?.path ?? '' })
    expect(await row.first().textContent()).toContain(first?.hits.toLocaleString('en'))
    await expectSound(page, 'crawlers-ai')

    await page.getByRole('button', { name: 'GPTBot', exact: true }).click()
    await settled(page)
    const { hits } = await ask({ purpose: 'ai_training,ai_assistant', crawler: 'GPTBot' })
    await page.getByRole('heading', { name: `${hits.toLocaleString('en')} hits` }).waitFor()
    expect(new URL(page.url()).searchParams.get('crawler')).toBe('GPTBot')
    await page.getByRole('button', { name: 'Remove the filter: Crawler: GPTBot' }).click()
    await page.getByRole('heading', { name: `${read.hits.toLocaleString('en')} hits` }).waitFor()
  })
})
