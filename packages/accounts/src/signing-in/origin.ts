/** Where a try or an act of a person came from. */
export interface PersonOrigin {
  readonly address: string | undefined
  readonly requestId: string | undefined
}

/** With what the browser keeps of an earlier sign-in. */
export interface BrowserOrigin extends PersonOrigin {
  readonly device?: string | undefined
}
