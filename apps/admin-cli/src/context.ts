import type { Clock, IdFactory, RandomSource } from '@footfall/core-domain'
import { idFactory } from '@footfall/core-domain'
import { openControlData, parseSettings, type Settings } from '@footfall/runtime'
import type { ControlData } from '@footfall/storage'
import type { Terminal } from './terminal.ts'

/** The world as the program was started in it. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether a person watches standard error. */
  readonly interactive: boolean
  out(text: string): void
  err(text: string): void
  /** Writes to standard error as it is, without a line's end. */
  draw(text: string): void
  /** All of standard input, without its last newline. */
  readStdin(): Promise<string>
}

/** What a command works with. Stores are opened by those who need them, and closed after them. */
export interface Context {
  readonly world: World
  readonly terminal: Terminal
  readonly ids: IdFactory
  settings(): Settings
  withControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
}

export function createContext(world: World, json: boolean): Context {
  const settings = () => parseSettings(world.environment)
  const terminal: Terminal = {
    json,
    interactive: world.interactive && !json,
    out: (text) => world.out(text),
    err: (text) => world.err(text),
    draw: (text) => world.draw(text),
  }
  return {
    world,
    terminal,
    ids: idFactory(world.random),
    settings,
    async withControlData(work) {
      const control = await openControlData(settings(), {
        clock: world.clock,
        random: world.random,
        onConnectionError: () => {},
      })
      try {
        return await work(control)
      } finally {
        await control.store.close()
      }
    },
  }
}
