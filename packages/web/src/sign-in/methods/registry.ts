// Made by `pnpm generate` from the files in this folder. Do not edit.
import { authenticatorApp } from './authenticator-app.ts'
import type { FactorPages } from './factor-pages.ts'
import { passkey } from './passkey.ts'

export const FACTOR_PAGES: readonly FactorPages[] = [authenticatorApp, passkey]
