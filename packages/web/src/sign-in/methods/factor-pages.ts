import type {
  Account,
  CheckedFactor,
  FactorSettings,
  SecondFactorMethod,
  SessionId,
  TextKey,
  Transaction,
} from '@footfall/core-domain'
import type { Html } from '../../pages/html.ts'
import type { Words } from '../../pages/words.ts'
import type { SignInServices } from '../services.ts'

/** What the pages show of one second factor in addition to its texts. */
export interface FactorPages {
  readonly method: SecondFactorMethod
  /** Stands below the field for codes, for a method that is not proved with a code. */
  button?(next: string | undefined, words: Words): Html
  /** How it is set up where the service requires a second factor. */
  readonly setUp?: FactorSetUp
}

/** `pnpm generate` lists the constants that are made with this in files of this folder. */
export function defineFactorPages<Pages extends Omit<FactorPages, 'method'>>(method: SecondFactorMethod, pages: Pages) {
  return { method, ...pages }
}

/** A part of the page on which people set up the second factor that the service requires. */
export interface FactorSetUp {
  /** The field that only its form has. */
  readonly field: string
  /** What the person reads after a wrong form. */
  readonly problem: TextKey
  /** The operation of the dashboard that adds it too, by whose name the audit log has both. */
  readonly operation: string
  /** Undefined where the service or its address does not offer it. */
  form(person: {
    readonly services: SignInServices
    readonly account: Account
    readonly next: string | undefined
    readonly describedBy: string | undefined
  }): Promise<((words: Words) => Html) | undefined>
  /** Throws `InvalidRequest`. */
  add(
    form: URLSearchParams,
    settings: FactorSettings,
    account: Account & { readonly session: SessionId },
    tx: Transaction,
  ): Promise<CheckedFactor<unknown>>
}
