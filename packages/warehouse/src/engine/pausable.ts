import type { Engine } from './engine.ts'

/** An engine whose writes can be paused. */
export interface PausableEngine extends Engine {
  /**
   * Runs the work while nothing is written through this engine: after the statements that write now, before those that come.
   * The work gets the engine itself. Reports are answered meanwhile.
   */
  whileUnchanged<T>(work: (engine: Engine) => Promise<T>): Promise<T>
}

export function pausable(engine: Engine): PausableEngine {
  let writing = 0
  let paused: Promise<void> | undefined
  let whenIdle: (() => void) | undefined

  async function write<T>(work: () => Promise<T>): Promise<T> {
    while (paused !== undefined) await paused
    writing++
    try {
      return await work()
    } finally {
      writing--
      if (writing === 0) whenIdle?.()
    }
  }

  return {
    ...engine,
    run: (statement, options) => write(() => engine.run(statement, options)),
    insert: (...block) => write(() => engine.insert(...block)),

    async whileUnchanged(work) {
      while (paused !== undefined) await paused
      const { promise, resolve } = Promise.withResolvers<void>()
      paused = promise
      try {
        if (writing > 0)
          await new Promise<void>((idle) => {
            whenIdle = idle
          })
        return await work(engine)
      } finally {
        whenIdle = undefined
        paused = undefined
        resolve()
      }
    },
  }
}
