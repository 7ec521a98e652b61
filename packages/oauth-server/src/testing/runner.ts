/** What a test may do about itself. */
export interface TestContext {
  /** Reports the test as skipped. */
  skip(reason?: string): void
}

/** `describe` and `it` of Vitest, of `node:test`, or others of this form. */
export interface TestRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: (context: TestContext) => Promise<void>): unknown
}
