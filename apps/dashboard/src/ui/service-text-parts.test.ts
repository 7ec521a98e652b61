import { expect, it } from 'vitest'
import { partsOfServiceText } from './service-text-parts.ts'

it('a sentence of the service shows its instants as times and words between backticks as code', () => {
  const parts = partsOfServiceText('Call `identify` until 2026-11-22T02:18:35.432Z.')
  expect(parts).toEqual([
    { shownAs: 'text', text: 'Call ' },
    { shownAs: 'code', text: 'identify' },
    { shownAs: 'text', text: ' until ' },
    { shownAs: 'time', text: '2026-11-22T02:18:35.432Z' },
    { shownAs: 'text', text: '.' },
  ])
})

it.each(['It`s one backtick', 'a `name of people` with spaces', '``'])(
  'a sentence of the service keeps backticks that enclose no word: %s',
  (sentence) => {
    expect(partsOfServiceText(sentence)).toEqual([{ shownAs: 'text', text: sentence }])
  },
)
