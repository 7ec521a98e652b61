import { parseSettings, type Settings } from '@footfall/config'
import { type IdFactory, idFactory } from '@footfall/core-domain'
import type { ControlData } from '@footfall/storage'
import { controlDataOf, existingControlDataOf } from './stores.ts'
import type { Terminal } from './terminal.ts'
import type { World } from './world.ts'

/** What a command works with. Stores are opened by those who need them, and closed after them. */
export interface Context {
  readonly world: World
  readonly terminal: Terminal
  readonly ids: IdFactory
  settings(): Settings
  /** For a command that only looks: the control data as it is. Nothing is made, and nothing migrated. */
  readControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
  /** For a command that changes what is there: migrated, but never made. */
  changeControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
  /** For a command by which a service may begin: made where there is none. */
  makeControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
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
    readControlData: async (work) => closing(await existingControlDataOf(settings(), world, 'read'), work),
    changeControlData: async (work) => closing(await existingControlDataOf(settings(), world, 'change'), work),
    makeControlData: async (work) => closing(await controlDataOf(settings(), world), work),
  }
}

async function closing<T>(control: ControlData, work: (control: ControlData) => Promise<T>): Promise<T> {
  try {
    return await work(control)
  } finally {
    await control.store.close()
  }
}
