/** The bytes of unpadded base64url, in which WebAuthn's JSON has them. */
export function bytesOf(base64url) {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

export function textOf(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
