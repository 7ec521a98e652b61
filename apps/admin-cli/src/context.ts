import { type IdFactory, idFactory } from '@footfall/core-domain'
import { parseSettings, type Settings } from '@footfall/runtime'
import type { ControlData } from '@footfall/storage'
import { controlDataOf } from './stores.ts'
import type { Terminal } from './terminal.ts'
import type { World } from './world.ts'

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
      const control = await controlDataOf(settings(), world)
      try {
        return await work(control)
      } finally {
        await control.store.close()
      }
    },
  }
}
