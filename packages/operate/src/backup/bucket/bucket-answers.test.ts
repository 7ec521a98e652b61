import { expect, it } from 'vitest'
import { bucketErrorCode, listedObjects } from './bucket-answers.ts'

const page = (content: string) => `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${content}</ListBucketResult>`
const object = (key: string, size = '3') => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`

it('reads names below the prefix, with their sizes, and where the next page begins', () => {
  const xml = page(
    `<IsTruncated>true</IsTruncated>${object('p/a&amp;b')}${object('p/c&#x41;&#66;', '12')}<NextContinuationToken>t&quot;1</NextContinuationToken>`,
  )
  expect(listedObjects(xml, 'p/')).toEqual({
    objects: [
      { name: 'a&b', bytes: 3 },
      { name: 'cAB', bytes: 12 },
    ],
    next: 't"1',
  })
})

it('leaves out objects of another prefix and objects without a size', () => {
  const xml = page(`${object('other/a')}${object('p/a', 'large')}${object('p/b')}`)
  expect(listedObjects(xml, 'p/')).toEqual({ objects: [{ name: 'b', bytes: 3 }], next: undefined })
})

it.each([
  ['a page of something else', '<html></html>'],
  ['a page that is not the last and names no next one', page('<IsTruncated>true</IsTruncated>')],
  ['nothing', ''],
])('reads no list from %s', (_, xml) => {
  expect(listedObjects(xml, '')).toBeUndefined()
})

it.each([
  ['<Error><Code>NoSuchKey</Code><Message>x</Message></Error>', 'NoSuchKey'],
  ['<Error><Code>two words</Code></Error>', undefined],
  [`<Error><Code>${'x'.repeat(61)}</Code></Error>`, undefined],
  ['<Code>NoSuchKey</Code>', undefined],
  ['', undefined],
])('reads the code of an error and no other text: %s', (xml, code) => {
  expect(bucketErrorCode(xml)).toBe(code)
})
