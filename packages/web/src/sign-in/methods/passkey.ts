import { openSecondStep, passkeySignInOptions, signInWithPasskey } from '@footfall/accounts'
import { type AccountId, InvalidRequest, parseInput } from '@footfall/core-domain'
import { problemHandler } from '@footfall/operations'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { type Html, html } from '../../pages/html.ts'
import { hidden } from '../../pages/layout.ts'
import type { Words } from '../../pages/words.ts'
import { ownJson } from '../json-requests.ts'
import { returnPath } from '../return-path.ts'
import {
  assertPasswords,
  DASHBOARD,
  originOf,
  PASSWORD_TRIES,
  SETUP_PATH,
  type SignInServices,
  secondStepCookie,
  startSession,
} from '../services.ts'
import { defineFactorPages } from './factor-pages.ts'

/** The name of a passkey that is set up during a sign-in. */
const FIRST_NAME = 'Passkey'
const PATH = '/sign-in/passkey'
const OPTIONS_PATH = `${PATH}/options`
const Proof = z.strictObject({
  response: z.record(z.string(), z.unknown()),
  next: z.string().max(8_192).optional(),
})

export const passkey = defineFactorPages('passkey', {
  button: (next, words) => passkeyButton(next, words),

  setUp: {
    field: 'passkey',
    problem: 'set_up_factor.passkey_wrong',
    operation: 'dashboard_passkeys_add',

    /** A form that its script shows where the browser knows passkeys, and sends with the new one. */
    async form({ services: { factorSettings, store }, account, next }) {
      if (!factorSettings.passkeysAvailable) return undefined
      const { setup, options } = await factorSettings.setUpPasskey(account, store)
      return ({
        say,
      }) => html`<form method="post" action="${SETUP_PATH}" id="passkey" data-options="${JSON.stringify(options)}" data-none="${say('set_up_factor.no_passkey')}" data-failed="${say('set_up_factor.passkey_failed')}" hidden>
${hidden('next', next)}${hidden('setup', setup)}<input type="hidden" name="passkey">
<p class="or">${say('common.or')}</p>
<button class="wide secondary" type="button">${say('set_up_factor.add_passkey')}</button>
<div class="problem" role="alert" hidden><p></p></div>
</form>
<script src="/assets/passkey-set-up.js" type="module"></script>
`
    },

    add: (form, settings, account, { store }) => {
      const response = parsedJson(form.get('passkey') ?? '')
      return settings.addPasskey({ setup: form.get('setup') ?? '', name: FIRST_NAME, response }, account, store)
    },
  },
})

/**
 * A button that its script shows where the browser knows passkeys; without scripts there is none. It begins with “or”, unless
 * an “or” stands above another button before it.
 */
export function passkeyButton(next: string | undefined, { say }: Words, withOr = true): Html {
  return html`<div id="passkey" data-none="${say('sign_in.no_passkey')}" data-failed="${say('sign_in.passkey_failed')}" data-rejected="${say('sign_in.passkey_rejected')}" hidden${next !== undefined && html` data-next="${next}"`}>
${withOr && html`<p class="or">${say('common.or')}</p>\n`}<button class="wide secondary" type="button">${say('sign_in.with_passkey')}</button>
<div class="problem" role="alert" hidden><p></p></div>
</div>
<script src="/assets/passkey-sign-in.js" type="module"></script>
`
}

/** Signs in with a passkey, without a password or as the second step. */
export function passkeyRouter(services: SignInServices): Router {
  const { provider } = services
  const router = Router()
  const cookie = services.challengeCookie('footfall_passkey')
  const secondStep = secondStepCookie(services)
  /** With `OIDC_ONLY` a passkey is only a second step, since a person who left the provider must not sign in. */
  const onlyAccount = async (req: Request): Promise<AccountId | undefined> => {
    if (provider?.only !== true) return undefined
    const step = await openSecondStep(services, secondStep.read(req))
    if (step === undefined) assertPasswords(services)
    return step?.account.id
  }
  const ownJsonOf = ownJson(services, PASSWORD_TRIES, onlyAccount)

  router.post(OPTIONS_PATH, ...ownJsonOf, async (_req, res) => {
    const { options, challenge } = await passkeySignInOptions(services)
    cookie.set(res, challenge)
    res.json({ data: { options } })
  })

  router.post(PATH, ...ownJsonOf, async (req, res) => {
    const { response, next } = parseInput(Proof, req.body)
    const origin = originOf(req, res, services)
    const signedIn = await signInWithPasskey(services, cookie.read(req), response, origin, await onlyAccount(req))
    cookie.clear(res)
    if (signedIn === undefined)
      throw new InvalidRequest(
        [{ path: 'response', message: 'could not be verified' }],
        'This passkey does not sign in here. Try again, or sign in with your password.',
      )
    secondStep.clear(res)
    await startSession(req, res, services, signedIn)
    res.json({ data: { next: returnPath(next) ?? DASHBOARD } })
  })

  router.use([PATH, OPTIONS_PATH], problemHandler(services.log, services.clock))
  return router
}

/** Undefined, which no passkey is, for what is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
