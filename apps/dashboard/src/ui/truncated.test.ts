import { expect, it } from 'vitest'
import { isCutInMiddle } from './truncated.tsx'

it('a long path is cut in its middle, a long title at its end', () => {
  expect(isCutInMiddle('/blog/how-we-sync-without-a-server')).toBe(true)
  expect(isCutInMiddle('/short')).toBe(false)
  expect(isCutInMiddle('Lumen Notes: notes that stay yours')).toBe(false)
})

it('right-to-left text is never cut into two parts, which would change their order', () => {
  expect(isCutInMiddle('مرحبا-بكم-في-متجرنا-على-الإنترنت')).toBe(false)
  expect(isCutInMiddle('/ברוכים-הבאים-לחנות-שלנו-באינטרנט')).toBe(false)
})
