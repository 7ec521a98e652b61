import type { Locator, Page } from 'playwright-core'
import { settled } from '../dashboard-browser.ts'

/** What somebody does on a page, with the clicks that it takes. A key counts as one. */
export interface CountedClicks {
  readonly page: Page
  click(target: Locator): Promise<void>
  press(key: string): Promise<void>
  /** A click at a share of the width of an element, in the middle of its height. */
  clickAt(target: Locator, share: number): Promise<void>
  count(): number
}

export function countedClicks(page: Page): CountedClicks {
  let clicks = 0
  const after = async (done: Promise<unknown>) => {
    await done
    clicks += 1
    await settled(page)
  }
  return {
    page,
    click: (target) => after(target.click()),
    press: (key) => after(page.keyboard.press(key)),
    async clickAt(target, share) {
      await target.scrollIntoViewIfNeeded()
      const box = await target.boundingBox()
      if (box === null) throw new Error('The element is not on the page.')
      await after(page.mouse.click(box.x + box.width * share, box.y + box.height / 2))
    },
    count: () => clicks,
  }
}

/** The rows of a card of the overview, as people read them. */
export function rowsOf(page: Page, card: string): Locator {
  return page.getByRole('region', { name: card, exact: true }).getByRole('tabpanel').getByRole('listitem')
}
