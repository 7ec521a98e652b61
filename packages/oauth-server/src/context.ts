import { escapeHtml } from '@footfall/http-primitives'
import type { Clients } from './client.ts'
import type { ErrorView, LimitedEndpoint } from './host.ts'
import { type HttpResponse, page } from './http/exchange.ts'
import type { Settings } from './settings.ts'

/** The dependencies of every endpoint. */
export interface Context {
  readonly settings: Settings
  readonly clients: Clients
}

export async function errorPage({ settings }: Context, view: ErrorView): Promise<HttpResponse> {
  const html = await (settings.host.renderError?.(view) ?? plainErrorPage(view))
  return page(view.status, html)
}

export function reportRejection(
  { settings }: Context,
  endpoint: LimitedEndpoint,
  reason: string,
  clientId?: string,
): void {
  settings.host.observe?.({ kind: 'refused', endpoint, reason, clientId })
}

function plainErrorPage({ title, detail }: ErrorView): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p></main></body>
</html>
`
}
