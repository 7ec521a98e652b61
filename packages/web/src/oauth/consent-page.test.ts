import { expect, it } from 'vitest'
import { wordsIn } from '../pages/words.ts'
import { consentPage } from './consent-page.ts'

const pageFor = (scopes: readonly string[]) =>
  consentPage({
    view: {
      client: { id: 'https://app.example/client', name: 'App', kind: 'metadata_document' },
      form: {
        action: '/oauth/consent',
        hidden: [],
        decision: { name: 'decision', allow: 'allow', deny: 'deny' },
        posted: undefined,
      },
      account: { accountId: 'acc_1', label: 'Ann' },
      scopes,
      redirectHost: 'app.example',
      redirectsToLoopback: false,
      problem: undefined,
    },
    products: [],
    hidden: [],
  })(wordsIn('en'))

/** The entries of the list below each heading. */
const groups = (page: string) =>
  [...page.matchAll(/<h3>(\w+)<\/h3>\s*<ul class="scopes">(.*?)<\/ul>/gs)].map(([, heading, list = '']) => [
    heading,
    list.match(/<li>/g)?.length,
  ])

it('a consent page lists what an application may change separately from what it may read', () => {
  const scopes = ['funnels:write', 'analytics:read', 'team:write', 'funnels:read', 'team:read']
  expect(groups(pageFor(scopes))).toEqual([
    ['Read', 3],
    ['Change', 2],
  ])
  expect(groups(pageFor(['analytics:read']))).toEqual([['Read', 1]])
})
