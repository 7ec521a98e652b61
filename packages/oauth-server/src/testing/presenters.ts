import type { AttackedService } from './attacked-service.ts'
import { type Changes, postForm, registerClient, type TestClient } from './client.ts'

const TOKEN = '/oauth/token'
export const INVALID_GRANT = [400, 'invalid_grant']

type Present = (service: AttackedService, owner: TestClient, form: Changes, path?: string) => Promise<Response>

/** Everybody who can show a code or a refresh token that is not theirs, and its owner with a mistake in the form. */
export const presenters: readonly (readonly [string, Present])[] = [
  [
    'its own client with an invalid request',
    (service, owner, form, path = TOKEN) => postForm(service, path, owner, form),
  ],
  [
    'another public client',
    async (service, _, form, path = TOKEN) => postForm(service, path, await registerClient(service), form),
  ],
  [
    'another confidential client',
    async (service, _, form, path = TOKEN) =>
      postForm(service, path, await registerClient(service, 'client_secret_post'), form),
  ],
  [
    'its client with a wrong secret',
    (service, owner, form, path = TOKEN) => postForm(service, path, { ...owner, secret: 'wrong' }, form),
  ],
  [
    'an unknown client',
    (service, owner, form, path = TOKEN) => postForm(service, path, { ...owner, id: 'oc_unknown' }, form),
  ],
  [
    'a request without client_id',
    (service, owner, form, path = TOKEN) =>
      postForm(service, path, { ...owner, method: 'none' }, { ...form, client_id: undefined }),
  ],
]
