import type { AccessToken, RefreshToken } from '@footfall/oauth-server'
import { insertedOnce } from '../connections/compiled.ts'
import type { Database } from '../connections/database.ts'
import { accessTokenRow, refreshTokenRow } from './rows.ts'

const accessTokens = insertedOnce('oauth_access_tokens')
const refreshTokens = insertedOnce('oauth_refresh_tokens')

export function insertAccessToken(database: Database, token: AccessToken): Promise<void> {
  return accessTokens(database, accessTokenRow(token))
}

export function insertRefreshToken(database: Database, token: RefreshToken): Promise<void> {
  return refreshTokens(database, refreshTokenRow(token))
}
