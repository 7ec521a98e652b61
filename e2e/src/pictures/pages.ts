import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { call, signIn } from '../dashboard-person.ts'
import { create, VISITOR } from './additions.ts'
import { LOOKED_AT } from './looked-at.ts'
import type { PicturedPage } from './pictured-page.ts'

const TRIAL = JSON.stringify({
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'page', match: '/pricing' },
    { kind: 'event', match: 'Signup' },
  ],
  minutes: 1_440,
})
const IN_GERMANY = JSON.stringify([{ dimension: 'country', operator: 'is', values: ['DE'] }])

export const PICTURED: readonly PicturedPage[] = [
  { name: 'home', path: '/' },
  { name: 'overview', path: '/products/{product}', height: 1_500, alsoDark: true },
  {
    name: 'filter',
    path: '/products/{product}',
    press: ['f'],
    height: 1_000,
    async prepare(page) {
      await page.getByLabel('Values').click()
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  { name: 'all-rows', path: '/products/{product}', click: 'Show all' },
  { name: 'heat-map', path: '/products/{product}', card: 'Weekdays and hours' },
  { name: 'map', path: '/products/{product}?places=map', card: 'Places' },
  {
    name: 'drill-down',
    path: `/products/{product}?places=region&filters=${encodeURIComponent(IN_GERMANY)}`,
    card: 'Places',
  },
  { name: 'properties', path: '/products/{product}?goals=property', card: 'Goals and events' },
  { name: 'annotation', path: '/products/{product}', click: 'Add an annotation' },
  { name: 'realtime', path: '/products/{product}/realtime' },
  { name: 'journeys', path: '/products/{product}/journeys' },
  { name: 'funnels', path: '/products/{product}/funnels' },
  { name: 'funnel-trial', path: `/products/{product}/funnels?trial=${encodeURIComponent(TRIAL)}`, height: 1_100 },
  { name: 'goals', path: '/products/{product}/goals', height: 600 },
  { name: 'search', path: '/products/{product}/search' },
  { name: 'crawlers', path: '/products/{product}/crawlers' },
  { name: 'web-vitals', path: '/products/{product}/vitals' },
  { name: 'errors', path: '/products/{product}/errors', height: 600 },
  { name: 'palette', path: '/products/{product}', press: ['Control+k'] },
  { name: 'shortcuts', path: '/products/{product}', press: ['?'] },
  { name: 'team', path: '/products/{product}/team' },
  { name: 'settings', path: '/products/{product}/settings/general' },
  { name: 'import', path: '/products/{product}/settings/import', height: 700 },
  { name: 'security', path: '/account/security', height: 700 },
  { name: 'tokens', path: '/account/tokens' },
  // The account menu counts what waits from then on.
  { name: 'approval', path: '/account/approvals', prepare: openProposal, height: 980, alsoDark: true },
  { name: 'not-found', path: '/products/{product}/nope', height: 600, undocumented: true },
  { name: 'not-found-signed-out', path: '/nope', by: 'stranger', height: 600, undocumented: true },
  { name: 'sign-in', path: '/sign-in', by: 'stranger', undocumented: true },
  { name: 'segments', path: '/products/{product}', prepare: openSegments, height: 600 },
  { name: 'sharing', path: '/products/{product}/settings/sharing', height: 600, added: true },
  { name: 'shared-link', path: '{share}', by: 'stranger', added: true },
  { name: 'shared-password', path: '{lockedShare}', by: 'stranger', height: 600, added: true, undocumented: true },
  { name: 'shared-link-ended', path: '/share/nothing', by: 'stranger', height: 600, undocumented: true },
  { name: 'embed', path: '{embed}', by: 'stranger', added: true },
  { name: 'reports', path: '/products/{product}/settings/notifications', height: 800, added: true },
  { name: 'retention', path: '{retention}', height: 600, added: true },
  {
    name: 'visitor',
    path: '{visitor}',
    card: 'Data of a visitor',
    async prepare(page) {
      await page.getByLabel('Name of the visitor').fill(VISITOR)
      await page.getByRole('button', { name: 'Check before erasing' }).click()
      await page.getByRole('button', { name: 'Erase visitor' }).waitFor()
    },
    added: true,
  },
  { name: 'retention-anonymous', path: '/products/{product}/retention', height: 600, undocumented: true },
  { name: 'install', path: '/products/{product}/install', undocumented: true },
  { name: 'consent', path: '{consent}', height: 1_250, added: true },
  { name: 'new-secret', path: '{secret}', height: 600, added: true, undocumented: true },
  { name: 'invitation', path: '{invitation}', by: 'stranger', height: 600, added: true },
  { name: 'invitation-other', path: '{invitation}', height: 600, added: true, undocumented: true },
  { name: 'invitation-known', path: '{invitationKnown}', by: 'stranger', height: 600, added: true, undocumented: true },
  { name: 'invitation-dead', path: '/invitation', by: 'stranger', height: 600, undocumented: true },
  { name: 'second-factor', path: '/sign-in', by: 'stranger', prepare: firstStep, height: 600, added: true },
  ...LOOKED_AT,
]

/** The person whose account has a second factor. */
export const CAREFUL = { email: 'sam@example.com', password: 'correct horse battery' } as const

async function firstStep(page: Page): Promise<void> {
  await signIn(page, CAREFUL.email, CAREFUL.password)
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
}

async function openSegments(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Segment: / }).click()
  await page.getByRole('button', { name: 'On phones', exact: true }).waitFor()
}

/** An agent proposes a funnel with a token whose changes wait for a person; the page of its proposal is opened. */
async function openProposal(page: Page): Promise<void> {
  const product: string = (await call(page, 'GET', '/api/v1/products')).body.data[0].id
  const { secret } = await create(page, '/api/v1/access-tokens', {
    name: 'Reporting agent',
    scopes: ['funnels:read', 'funnels:write'],
    products: { mode: 'selected', ids: [product] },
    approval: true,
  })
  const response = await fetch(new URL(`/api/v1/products/${product}/funnels`, page.url()), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'service-confirm': 'true',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({
      name: 'From pricing to signup',
      steps: [
        { kind: 'page', match: '/pricing' },
        { kind: 'event', match: 'Signup' },
      ],
      window_minutes: 1_440,
    }),
  })
  if (response.status !== 202) throw new Error(`The proposal answered ${response.status}.`)
  const { data }: { data: { approval: { link: string } } } = JSON.parse(await response.text())
  await page.goto(data.approval.link)
  await page.getByRole('heading', { level: 1, name: 'Approval of a change' }).waitFor()
}
