import { expect, it } from 'vitest'
import { handingOver } from './handing-over.ts'

const PRODUCTS: Readonly<Record<string, string>> = { prd_a: 'prd_a', 'Lumen Notes': 'prd_a' }
const handOver = handingOver('https://stats.example', async (_caller, given) => PRODUCTS[String(given)])

it.each([
  ['service_alerts_create', 'https://stats.example/products/prd_a/settings/notifications'],
  ['create_shared_link', 'https://stats.example/products/prd_a/settings/sharing'],
  ['service_products_delete', 'https://stats.example/products/prd_a/settings/delete'],
  ['service_events_export', 'https://stats.example/products/prd_a/settings/export'],
  ['service_analytics_script_errors', 'https://stats.example/products/prd_a/errors'],
  ['list_js_exceptions', 'https://stats.example/products/prd_a/errors'],
  ['service_tokens_update', 'https://stats.example/account/tokens'],
  ['service_tokens_replace', 'https://stats.example/account/tokens'],
  ['edit_access_token', 'https://stats.example/account/tokens'],
  ['service_approvals_approve', 'https://stats.example/account/approvals'],
  ['service_connections_list', 'https://stats.example/account/apps'],
  ['service_password_change', 'https://stats.example/account/security'],
  ['service_account_delete', 'https://stats.example/account/profile'],
  ['rename_account', 'https://stats.example/account/profile'],
  ['service_apps_delete', 'https://stats.example/products/prd_a/settings/apps'],
  ['service_intake_keys_create', 'https://stats.example/products/prd_a/settings/keys'],
  ['service_keys_update', 'https://stats.example/products/prd_a/settings/keys'],
  ['service_team_invitations_resend', 'https://stats.example/products/prd_a/settings/team'],
])('names for the unknown tool %s the page on which a person does it', async (tool, address) => {
  expect(await handOver(tool, { product: 'prd_a' }, undefined)).toContain(` on ${address}. `)
})

it('names the page of the product that a call gives by its name', async () => {
  expect(await handOver('service_alerts_list', { product: 'Lumen Notes' }, undefined)).toContain('/products/prd_a/')
})

it('keeps the product of the address open where the call means none', async () => {
  for (const given of [{}, { product: 5 }, { product: '../x "y"' }])
    expect(await handOver('service_alerts_list', given, undefined)).toContain(
      '/products/{product}/settings/notifications',
    )
})

it('says of a tool that deletes what the toolset content creates only that a person deletes it', async () => {
  const given = { product: 'prd_a' }
  for (const [tool, said] of [
    ['service_segments_delete', 'Segments are deleted by a person, on https://stats.example/products/prd_a.'],
    ['remove_alert', 'Alerts are deleted by a person, on https://stats.example/products/prd_a/settings/notifications.'],
  ] as const)
    expect(await handOver(tool, given, undefined)).toBe(`${said} Give the person this address.`)
})

it('says nothing about names that are not actions of people', async () => {
  for (const tool of ['', 'service_weather', 'toString', '🧪'])
    expect(await handOver(tool, {}, undefined)).toBeUndefined()
})
