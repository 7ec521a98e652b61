import type { AccessToken, RefreshToken } from '@footfall/oauth-server'
import { insertedOnce } from '../connections/compiled.ts'
import type { Executor } from '../connections/database.ts'
import { accessTokenRow, refreshTokenRow } from './rows.ts'

const accessTokens = insertedOnce('oauth_access_tokens')
const refreshTokens = insertedOnce('oauth_refresh_tokens')

export function insertAccessToken(executor: Executor, token: AccessToken): Promise<void> {
  return accessTokens(executor, accessTokenRow(token))
}

export function insertRefreshToken(executor: Executor, token: RefreshToken): Promise<void> {
  return refreshTokens(executor, refreshTokenRow(token))
}
