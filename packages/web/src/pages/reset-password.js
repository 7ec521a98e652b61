// Moves the code from the URL into the form, so that it does not stay in the address bar or the history.
// Without scripts people paste the code from the email.
const code = location.hash.slice(1)
const field = document.getElementById('code')
if (code !== '' && field instanceof HTMLInputElement) {
  history.replaceState(null, '', location.pathname)
  field.value = code
  field.parentElement?.setAttribute('hidden', '')
  document.getElementById('password')?.focus()
}
