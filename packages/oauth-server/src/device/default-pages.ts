import { escapeHtml } from '@footfall/http-primitives'
import type { DeviceDecidedView, DeviceEntryView, DeviceView } from '../device-options.ts'

/** The pages of a host without its own. */
export function defaultEntryPage({ form, problem }: DeviceEntryView): string {
  return page(
    'Connect a device',
    `<h1>Connect a device</h1>
${problemText(problem)}<form method="get" action="${escapeHtml(form.action)}">
<label>Code that your device shows <input name="${form.field}" value="${escapeHtml(form.value ?? '')}" autocomplete="off" autocapitalize="characters" spellcheck="false" required></label>
<button>Continue</button>
</form>`,
  )
}

export function defaultRequestPage(view: DeviceView): string {
  const { client, form, account, origin, deviceName } = view
  const hidden = form.hidden.map(
    ({ name, value }) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const button = (value: string, label: string) =>
    `<button name="${form.decision.name}" value="${value}">${label}</button>`
  return page(
    'Connect a device',
    `<h1>Connect “${escapeHtml(client.name)}”?</h1>
<p>${client.kind === 'own' ? '' : 'The app chose this name; it is not verified. '}You are signed in as ${escapeHtml(account.label)}.</p>
<p><strong>Allow this only if you started it yourself, just now, and your device shows the code <code>${escapeHtml(view.userCode)}</code>.</strong></p>
<p>${deviceName === undefined ? '' : `The device calls itself ${escapeHtml(deviceName)}. `}${origin === undefined ? '' : `The request came from ${escapeHtml(origin)}. `}It was started at ${new Date(view.startedAt).toISOString()}.</p>
<p>It requests:</p>
<ul>${view.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join('')}</ul>
${problemText(view.problem)}<form method="post" action="${escapeHtml(form.action)}">
${hidden.join('\n')}
${button(form.decision.allow, 'Allow')} ${button(form.decision.deny, 'Deny')}
</form>`,
  )
}

export function defaultDecidedPage({ allowed, clientName }: DeviceDecidedView): string {
  const what = allowed ? `“${escapeHtml(clientName)}” is connected.` : `“${escapeHtml(clientName)}” was denied.`
  return page('Done', `<h1>${allowed ? 'Allowed' : 'Denied'}</h1>\n<p>${what} Return to your device.</p>`)
}

function problemText(problem: string | undefined): string {
  return problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>\n`
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main>
${main}
</main></body>
</html>
`
}
