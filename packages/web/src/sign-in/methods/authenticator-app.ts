import { html } from '../../pages/html.ts'
import { field, hidden } from '../../pages/layout.ts'
import { CODE_LENGTH_MAX, SETUP_PATH } from '../services.ts'
import { defineFactorPages } from './factor-pages.ts'

export const authenticatorApp = defineFactorPages('totp', {
  setUp: {
    field: 'code',
    problem: 'set_up_factor.app_wrong',
    operation: 'dashboard_authenticator_add',

    async form({ services, account, next, describedBy }) {
      const { setup, secret, qr } = services.factorSettings.setUpAuthenticator(account)
      return (
        words,
      ) => html`<div class="qr"><svg viewBox="0 0 ${qr.size} ${qr.size}" role="img" aria-label="${words.say('set_up_factor.qr_label')}" shape-rendering="crispEdges"><rect width="${qr.size}" height="${qr.size}" fill="#fff"/><path d="${qr.path}" fill="#000"/></svg></div>
<p>${words.mark('set_up_factor.enter_key', { secret })}</p>
<form method="post" action="${SETUP_PATH}">
${hidden('next', next)}${hidden('setup', setup)}${field({
  name: 'code',
  label: words.say('set_up_factor.code_from_app'),
  type: 'text',
  autocomplete: 'one-time-code',
  describedBy,
  autofocus: true,
})}<button class="wide">${words.say('set_up_factor.add_app')}</button>
</form>
`
    },

    add: (form, settings, account, { store }) => {
      const given = { setup: form.get('setup') ?? '', code: (form.get('code') ?? '').slice(0, CODE_LENGTH_MAX) }
      return settings.addAuthenticator(given, account, store)
    },
  },
})
