import { escapeHtml } from '@footfall/http-primitives'
import type { ConsentView } from '../host.ts'

/** A plain page that says what must be said, for a host that brings none of its own. It offers nothing to choose. */
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
<p>The name is the app’s own claim and is not verified. You are signed in as ${escapeHtml(account.label)}.</p>
${view.redirectsToLoopback ? '<p><strong>This app runs on this computer. Any other program here could pose as it.</strong></p>' : ''}
<p>It asks for:</p>
<ul>${view.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>
<p>Afterwards your browser goes to <strong>${escapeHtml(view.redirectHost)}</strong>.</p>
${view.problem === undefined ? '' : `<p role="alert">${escapeHtml(view.problem)}</p>`}
<form method="post" action="${escapeHtml(form.action)}">
${hidden.join('\n')}
${button(form.decision.allow, 'Allow')} ${button(form.decision.deny, 'Deny')}
</form>
</main></body>
</html>
`
}
