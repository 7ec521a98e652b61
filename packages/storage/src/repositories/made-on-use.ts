/**
 * Makes an object whose members are made when they are first read. A transaction uses a few of the repositories, and making all of
 * them takes as long as its statements. The members are getters, so the object must not be spread.
 */
export function madeOnUse<From extends readonly unknown[], Made extends object>(
  makers: {
    readonly [Name in keyof Made]: (...from: From) => Made[Name]
  },
): (...from: From) => Made {
  class OnUse {
    readonly #from: From
    readonly #made = new Map<keyof Made, unknown>()

    constructor(from: From) {
      this.#from = from
    }

    static {
      for (const name of Object.keys(makers) as (keyof Made)[]) {
        Object.defineProperty(OnUse.prototype, name, {
          get(this: OnUse) {
            if (!this.#made.has(name)) this.#made.set(name, makers[name](...this.#from))
            return this.#made.get(name)
          },
        })
      }
    }
  }
  // It has a getter for each maker.
  return (...from) => new OnUse(from) as unknown as Made
}
