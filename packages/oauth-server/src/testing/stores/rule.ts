import type { OAuthStores } from '../../ports.ts'

export interface OpenedStores {
  readonly stores: OAuthStores
  /** Another connection to the same database, as another process has. */
  readonly other?: OAuthStores
}

/** Opens the stores, which may hold records of others. */
export type OpenStores = () => OpenedStores | Promise<OpenedStores>

/** Registers one rule of the contract as a test. */
export type Rule = (name: string, body: (open: OpenStores) => Promise<void>) => void
