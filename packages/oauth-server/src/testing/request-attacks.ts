import { authorizeUrl, browserOf, errorOf, exchange, newPkce, obtainCode, registerClient, tokensOf } from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT } from './presenters.ts'
import type { Rules } from './rules.ts'

export function requestAttacks({ rule }: Rules): void {
  rule('never redirects to a redirect URI that is not registered (open redirect)', async (service) => {
    const uri = 'http://127.0.0.1:8123/cb'
    const client = await registerClient(service, 'none', { redirect_uris: [uri] })
    const near = [
      'https://evil.example/',
      'https://127.0.0.1:8123/cb',
      'http://127.0.0.1:8124/cb',
      'http://127.0.0.1/cb',
      'http://localhost:8123/cb',
      `${uri}/`,
      `${uri}?a=b`,
      `${uri}#x`,
      'HTTP://127.0.0.1:8123/cb',
      'http://127.0.0.1:8123/CB',
      'http://user@127.0.0.1:8123/cb',
      'http://127.0.0.1:8123/x/../cb',
      'javascript:alert(1)',
    ]
    const browser = await browserOf(service)
    for (const redirect_uri of near) {
      const response = await browser.get(authorizeUrl(service, client, newPkce().challenge, { redirect_uri }))
      expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    }
  })

  rule(
    'accepts any port for a registered loopback redirect URI without a port, and matches any port in nothing else',
    async (service) => {
      const registered = 'http://127.0.0.1/cb?tenant=1'
      const client = { ...(await registerClient(service, 'none', { redirect_uris: [registered] })) }
      const asked = { ...client, redirectUri: 'http://127.0.0.1:51234/cb?tenant=1' }
      await tokensOf(await exchange(service, asked, await obtainCode(service, asked)))
      for (const redirect_uri of [registered, 'http://127.0.0.1:51235/cb?tenant=1']) {
        const code = await obtainCode(service, asked)
        expect(await errorOf(await exchange(service, asked, code, { redirect_uri }))).toEqual(INVALID_GRANT)
      }
      const browser = await browserOf(service)
      for (const redirect_uri of [
        'http://127.0.0.1:51234/cb',
        'http://127.0.0.1:51234/cb?tenant=2',
        'http://localhost:51234/cb?tenant=1',
        'http://127.0.0.1:51234/other?tenant=1',
      ]) {
        const response = await browser.get(authorizeUrl(service, client, newPkce().challenge, { redirect_uri }))
        expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
      }
    },
  )

  rule('accepts a registered loopback redirect URI only on its own port', async (service) => {
    const client = await registerClient(service, 'none', { redirect_uris: ['http://127.0.0.1:8787/cb'] })
    await tokensOf(await exchange(service, client, await obtainCode(service, client)))
    const browser = await browserOf(service)
    for (const redirect_uri of ['http://127.0.0.1:8788/cb', 'http://127.0.0.1/cb', 'http://localhost:8787/cb']) {
      const response = await browser.get(authorizeUrl(service, client, newPkce().challenge, { redirect_uri }))
      expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
    }
  })

  rule('shows an error page with escaped text for an unknown client, without a redirect', async (service) => {
    const client = await registerClient(service)
    for (const id of [
      'oc_unknown',
      '<script>alert(1)</script>',
      'https://127.0.0.1/client.json',
      'https://no-path.example',
    ]) {
      const response = await fetch(authorizeUrl(service, { ...client, id }, newPkce().challenge), {
        redirect: 'manual',
      })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(await response.text()).not.toContain('<script>')
    }
  })

  rule('sends iss with every authorization response, errors too (mix-up)', async (service) => {
    const client = await registerClient(service)
    const granted = await obtainCode(service, client)
    expect(Object.fromEntries(granted.answer.searchParams)).toEqual({
      tenant: '1',
      code: granted.code,
      state: 'st at&e',
      iss: service.base,
    })
    const rejected = await fetch(authorizeUrl(service, client, newPkce().challenge, { scope: 'nope' }), {
      redirect: 'manual',
    })
    const answer = new URL(rejected.headers.get('location') ?? '').searchParams
    expect([answer.get('error'), answer.get('state'), answer.get('iss')]).toEqual([
      'invalid_scope',
      'st at&e',
      service.base,
    ])
  })

  rule('rejects an authorization request without an S256 code challenge (PKCE downgrade)', async (service) => {
    const client = await registerClient(service)
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: `${'a'.repeat(43)}=` },
      { code_challenge: 'short' },
    ]) {
      const response = await fetch(authorizeUrl(service, client, newPkce().challenge, changes), { redirect: 'manual' })
      expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
    }
  })
}
