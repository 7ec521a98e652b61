import type { Page } from 'playwright-core'
import { create } from './additions.ts'
import type { PicturedPage } from './pictured-page.ts'

const GOALS = JSON.stringify([{ dimension: 'country', operator: 'is', values: ['DE'] }])

/** Pages and dialogs that the documentation does not show. */
export const LOOKED_AT: readonly PicturedPage[] = (
  [
    { name: 'several', path: '/products' },
    { name: 'overview-filtered', path: `/products/{product}?filters=${encodeURIComponent(GOALS)}` },
    { name: 'columns', path: '/products/{product}', click: 'Show all', prepare: (page) => press(page, 'Columns') },
    { name: 'range-menu', path: '/products/{product}', prepare: (page) => press(page, /^Days: /) },
    { name: 'product-menu', path: '/products/{product}', prepare: (page) => press(page, /Lumen/) },
    { name: 'account-menu', path: '/', prepare: (page) => press(page, /Account/) },
    {
      name: 'segment-new',
      path: `/products/{product}?filters=${encodeURIComponent(GOALS)}`,
      async prepare(page) {
        await press(page, /^Segment: /)
        await press(page, 'Save filters as a segment')
        await page
          .getByRole('dialog', { name: /segment/i })
          .getByLabel('Name')
          .waitFor()
      },
    },
    { name: 'funnel-new', path: '/products/{product}/funnels', click: 'New funnel' },
    { name: 'event-new', path: '/products/{product}/settings/events', click: 'Add an event' },
    { name: 'report-new', path: '/products/{product}/settings/notifications', click: 'New report' },
    { name: 'alert-new', path: '/products/{product}/settings/notifications', click: 'New alert' },
    { name: 'role', path: '/products/{product}/settings/team', added: true, click: 'Change role of Sam Sample' },
    ...[
      'collection',
      'events',
      'shields',
      'crawlers',
      'apps',
      'keys',
      'integrations',
      'export',
      'activity',
      'delete',
    ].map((page) => ({ name: `settings-${page}`, path: `/products/{product}/settings/${page}` })),
    ...['profile', 'apps', 'approvals', 'reports', 'activity', 'tokens/new'].map((page) => ({
      name: `account-${page.replace('/', '-')}`,
      path: `/account/${page}`,
    })),
    {
      name: 'account-delete',
      path: '/account/profile',
      async prepare(page) {
        await press(page, 'Delete account…')
        await page.getByLabel(/to confirm/i).waitFor()
      },
    },
    { name: 'token', path: '/account/tokens', prepare: openToken },
    {
      name: 'token-trusts',
      path: '/account/tokens',
      async prepare(page) {
        await openToken(page)
        await page.goto(`${page.url()}/trusts`)
        await page.getByRole('heading', { level: 1, name: 'Trusts' }).waitFor()
      },
    },
    { name: 'password-asked', path: '/account/tokens/new', prepare: askPassword },
    { name: 'welcome', path: '/welcome' },
    { name: 'forgot-password', path: '/forgot-password', by: 'stranger' },
    { name: 'reset-password', path: '/reset-password', by: 'stranger' },
    { name: 'unsubscribe', path: '/unsubscribe/nothing', by: 'stranger' },
    { name: 'sign-out', path: '/sign-out' },
    { name: 'authorize-error', path: '/oauth/authorize?client_id=nothing', by: 'stranger' },
    { name: 'device', path: '/device' },
    { name: 'device-wrong', path: '/device?user_code=ABCD-EFGH' },
    { name: 'device-request', path: '{device}', added: true },
  ] satisfies readonly PicturedPage[]
).map((page) => ({ ...page, undocumented: true }))

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}

/** A token that made another one and was used. */
async function openToken(page: Page): Promise<void> {
  const { id, secret } = await create(page, '/api/v1/access-tokens', {
    name: 'Nightly pipeline',
    scopes: ['products:read', 'analytics:read', 'funnels:read', 'tokens:read', 'tokens:write'],
    products: { mode: 'all' },
  }).then(({ result, secret }) => ({ ...result, secret }))
  for (const path of ['/api/v1/products', '/api/v1/funnels']) {
    await fetch(new URL(path, page.url()), { headers: { authorization: `Bearer ${secret}` } })
  }
  await page.goto(new URL(`/account/tokens/${id}`, page.url()).href)
  await page.getByRole('heading', { level: 1, name: 'Nightly pipeline' }).waitFor()
}

/** The service asks again for the password, as it does long after the sign-in. */
async function askPassword(page: Page): Promise<void> {
  await page.route('**/api/v1/access-tokens', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'reauthentication_required', status: 403, title: 'Sign in again', detail: 'Sign in again.' },
    }),
  )
  await page.getByLabel('Name', { exact: true }).fill('Nightly pipeline')
  await press(page, 'Read statistics')
  await page.getByLabel('All products').check()
  await press(page, 'Create token')
  await page.getByRole('dialog').waitFor()
}
