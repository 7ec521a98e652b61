/** The client of both servers under load: a public client with PKCE, as MCP clients are. */
export const CLIENT_ID = 'oc_bench'
export const REDIRECT_URI = 'https://client.example/cb'
export const SCOPE = 'notes:read notes:write'
export const VERIFIER = 'v'.repeat(64)
export const CHALLENGE = 'w1TpKUdYE9hUAcNSeeSRFioHDxfUxuHho_JHAfZ_vDM'
export const ACCOUNT_ID = 'acc_bench'

/** `POST /bench/codes/COUNT` of either server returns as many codes, ready to be exchanged. */
export const CODES_PATH = '/bench/codes'
