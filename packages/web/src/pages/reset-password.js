// Moves the code of the link into the form and out of the address, so that it stays neither there nor in the history.
// Without scripts a person pastes the code from the email.
const code = location.hash.slice(1)
const field = document.getElementById('code')
if (code !== '' && field instanceof HTMLInputElement) {
  history.replaceState(null, '', location.pathname)
  field.value = code
  field.parentElement?.setAttribute('hidden', '')
  document.getElementById('password')?.focus()
}
