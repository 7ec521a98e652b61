import { html } from '../../pages/html.ts'
import { field, hidden } from '../../pages/layout.ts'
import { CODE_LENGTH_MAX, SETUP_PATH } from '../services.ts'
import type { FactorPages } from './factor-pages.ts'

export const authenticatorApp = {
  instruction: 'Enter the code from your authenticator app, or a recovery code.',
  codeLabel: 'Code',

  setUp: {
    field: 'code',
    problem: 'The code is wrong, or this page was open for too long. Scan the new QR code and try again.',

    async form({ services, account, next, describedBy }) {
      const { setup, secret, qr } = services.factorSettings.setUpAuthenticator(account)
      return html`<div class="qr"><svg viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="QR code for the authenticator app" shape-rendering="crispEdges"><rect width="${qr.size}" height="${qr.size}" fill="#fff"/><path d="${qr.path}" fill="#000"/></svg></div>
<p>Or enter this key in the app: <code>${secret}</code></p>
<form method="post" action="${SETUP_PATH}">
${hidden('next', next)}${hidden('setup', setup)}${field({
  name: 'code',
  label: 'Code from the app',
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy,
  autofocus: true,
})}<button class="wide">Add authenticator app</button>
</form>
`
    },

    add: (form, settings, account, { store }) => {
      const given = { setup: form.get('setup') ?? '', code: (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX) }
      return settings.addAuthenticator(given, account, store)
    },

    audited: ({ email }) => ({
      operation: 'dashboard_authenticator_add',
      summary: `Add an authenticator app to the account ${email}.`,
      changes: [{ path: 'authenticator', from: null, to: 'added' }],
    }),
  },
} satisfies FactorPages
