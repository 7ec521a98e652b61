import { escapeHtml } from '@footfall/http-primitives'
import type { ConsentView } from '../host.ts'

/** The consent page of a host without its own. It has no fields. */
export function defaultConsentPage(view: ConsentView): string {
  const { client, form, account } = view
  const hidden = form.hidden.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const button = (value: string, label: string) =>
    `<button name="${form.decision.name}" value="${value}">${label}</button>`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Connect an app</title></head>
<body><main>
<h1>Connect “${escapeHtml(client.name)}”?</h1>
<p>The app chose this name; it is not verified. You are signed in as ${escapeHtml(account.label)}.</p>
${view.redirectsToLoopback ? '<p><strong>This app runs on this computer. Any other program on it could impersonate the app.</strong></p>' : ''}
<p>It requests:</p>
<ul>${view.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>
<p>It redirects you to <strong>${escapeHtml(view.redirectHost)}</strong>.</p>
${view.problem === undefined ? '' : `<p role="alert">${escapeHtml(view.problem)}</p>`}
<form method="post" action="${escapeHtml(form.action)}">
${hidden.join('\n')}
${button(form.decision.allow, 'Allow')} ${button(form.decision.deny, 'Deny')}
</form>
</main></body>
</html>
`
}
