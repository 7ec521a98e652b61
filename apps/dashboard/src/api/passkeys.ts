import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { t } from '../messages/messages.ts'
import { answer, api } from './client.ts'
import { ApiProblem } from './problem.ts'

/** Loaded only where a passkey is used. */
const library = () => import('@simplewebauthn/browser')

/** Asks the browser for a new passkey. Throws `ApiProblem` when there is none, such as when the person cancels. */
export async function createPasskey(): Promise<{
  readonly setup: string
  readonly response: { [name: string]: unknown }
}> {
  const { data } = await answer(api.GET('/api/v1/account/passkeys/setup'))
  const { startRegistration } = await library()
  // The options are those of WebAuthn, which the API describes as any object.
  const optionsJSON = data.options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await noneIsAProblem(() => startRegistration({ optionsJSON }))
  return { setup: data.setup, response: { ...response } }
}

/** Asks the browser to prove a passkey. Throws `ApiProblem` when it does not. */
export async function provePasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await library()
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return noneIsAProblem(() => startAuthentication({ optionsJSON }))
}

async function noneIsAProblem<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new ApiProblem(
      {
        status: 400,
        code: 'passkey_not_used',
        title: t('problems.passkey'),
        detail: t('problems.passkey_hint'),
        errors: [],
        requestId: undefined,
      },
      { cause },
    )
  }
}
