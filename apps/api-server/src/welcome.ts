import type { Settings } from '@footfall/config'
import { addDays, utcDate } from '@footfall/core-domain'
import type { DemoFile } from '@footfall/operate'

/** The text after `npm start`. It has the secrets of the demo and is printed only on request. */
export function welcome(settings: Settings, demo: DemoFile | undefined): string {
  const { baseUrl } = settings
  if (demo === undefined) {
    return `\nFootfall is running at ${baseUrl}\n\n  Dashboard       ${baseUrl}\n  First account   ${baseUrl}/sign-up, while there is none\n  MCP endpoint    ${baseUrl}/api/mcp\n  Documentation   ${baseUrl}/docs/\n  API reference   ${baseUrl}/docs/api\n`
  }
  const [product] = demo.products
  return `
Footfall is running at ${baseUrl}

  Dashboard       ${baseUrl}
  Account         ${demo.email}
  Password        ${demo.password}

  MCP endpoint    ${baseUrl}/api/mcp
  Documentation   ${baseUrl}/docs/
  API reference   ${baseUrl}/docs/api
  Account token   ${demo.account_token}
  Kept in         ${settings.dataDir}/demo.json

Ask for the visitors of the demo's first product:

  curl -H 'Authorization: Bearer ${demo.account_token}' \\
    '${baseUrl}/api/v1/stats?product=${product?.id}&metric=visitors&from=${daysBefore(demo.created_at, 29)}&to=${daysBefore(demo.created_at, 0)}'
`
}

function daysBefore(instant: string, days: number): string {
  return addDays(utcDate(Date.parse(instant)), -days)
}
