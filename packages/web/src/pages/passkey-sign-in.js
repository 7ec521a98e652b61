// Signs in with a passkey. The button stays hidden where the browser has no passkeys.
import { bytesOf, textOf } from './base64url.js'

const area = document.getElementById('passkey')
const button = area?.querySelector('button')
const problem = area?.querySelector('.problem')

if (area && button && problem && 'PublicKeyCredential' in window) {
  area.hidden = false
  button.addEventListener('click', () => {
    problem.setAttribute('hidden', '')
    button.disabled = true
    signIn()
      .catch((error) => show(messageOf(error)))
      .finally(() => {
        button.disabled = false
      })
  })
}

async function signIn() {
  const { data } = await post('/sign-in/passkey/options', {})
  const credential = await navigator.credentials.get({ publicKey: requestOf(data.options) })
  if (credential === null) return
  const next = area.dataset.next
  const answer = await post('/sign-in/passkey', {
    response: responseOf(credential),
    ...(next === undefined ? {} : { next }),
  })
  location.assign(answer.data.next)
}

async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  })
  const content = await response.json()
  if (!response.ok) throw new Refused(content.detail)
  return content
}

class Refused extends Error {}

function show(message) {
  problem.querySelector('p').textContent = message
  problem.removeAttribute('hidden')
}

function messageOf(error) {
  if (error instanceof Refused) return document.documentElement.lang === 'en' ? error.message : area.dataset.rejected
  if (error instanceof DOMException && error.name === 'NotAllowedError') return area.dataset.none
  return area.dataset.failed
}

function requestOf(options) {
  return { ...options, challenge: bytesOf(options.challenge), allowCredentials: [] }
}

function responseOf({ id, rawId, type, response }) {
  return {
    id,
    rawId: textOf(rawId),
    type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle === null ? {} : { userHandle: textOf(response.userHandle) }),
    },
    clientExtensionResults: {},
  }
}
