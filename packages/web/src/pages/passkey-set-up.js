// Makes a passkey and sends it with the form. The form stays hidden where the browser has no passkeys.
import { bytesOf, textOf } from './base64url.js'

const form = document.getElementById('passkey')
const button = form?.querySelector('button')
const problem = form?.querySelector('.problem')
const field = form?.elements.namedItem('passkey')

if (form && button && problem && field && 'PublicKeyCredential' in window) {
  form.hidden = false
  button.addEventListener('click', () => {
    problem.setAttribute('hidden', '')
    button.disabled = true
    make().catch((error) => {
      button.disabled = false
      problem.querySelector('p').textContent = messageOf(error)
      problem.removeAttribute('hidden')
    })
  })
}

async function make() {
  const publicKey = creationOf(JSON.parse(form.dataset.options))
  const { id, rawId, type, response } = await navigator.credentials.create({ publicKey })
  field.value = JSON.stringify({
    id,
    rawId: textOf(rawId),
    type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
    clientExtensionResults: {},
  })
  form.submit()
}

function messageOf(error) {
  if (error instanceof DOMException && error.name === 'NotAllowedError') return form.dataset.none
  return form.dataset.failed
}

function creationOf(options) {
  const { challenge, user, excludeCredentials } = options
  return {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) })),
  }
}
