import { parseSettings, type Settings } from '@footfall/config'
import { executeForOperator, type OperatorOperation } from '@footfall/operations'
import type { ControlData, ControlTransaction } from '@footfall/storage'
import type { Dependencies } from './dependencies.ts'
import { CommandError } from './errors.ts'
import {
  assertOnStores,
  type Connection,
  connect,
  connectionOf,
  type ProgramOptions,
  sayThatStoresAreUsed,
} from './remote/connection.ts'
import type { RemoteService } from './remote/remote-service.ts'
import { openControlDatabase, openExistingControlDatabase } from './stores.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with. A store is opened when it is needed and closed afterwards. */
export interface Context {
  readonly dependencies: Dependencies
  readonly terminal: Terminal
  settings(): Settings
  /** The service that the command is to use instead of the stores; undefined where it works on the stores. */
  remote(): Promise<RemoteService | undefined>
  /** The same for a command that only works with a service. */
  service(): Promise<RemoteService>
  /** How the command line chooses the service. */
  readonly connection: Connection
  /** For a command that only reads. The database is neither created nor migrated. */
  readControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
  /** For a command that changes data. The database is migrated, but not created. */
  changeControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
  /** For a command that can be the first on a new service. The database is created where there is none. */
  createControlData<T>(work: (control: ControlData) => Promise<T>): Promise<T>
  /** Executes a change with its audit entry. Throws the error, or a `CommandError` with the message, if there is nothing to change. */
  execute<Input, Result>(
    control: Pick<ControlData, 'store'>,
    operation: OperatorOperation<Input, Result, ControlTransaction>,
    input: Input,
    nothingToChange?: string | CommandError,
  ): Promise<Result>
}

export function createContext(dependencies: Dependencies, options: ProgramOptions): Context {
  const { clock, random } = dependencies
  const json = options.json === true
  const connection = connectionOf(dependencies, options)
  const settings = () => {
    assertOnStores(connection)
    return parseSettings(dependencies.environment)
  }
  const terminal: Terminal = {
    json,
    interactive: dependencies.interactive && !json,
    columns: dependencies.columns,
    out: (text) => dependencies.out(text),
    err: (text) => dependencies.err(text),
    draw: (text) => dependencies.draw(text),
  }
  return {
    dependencies,
    terminal,
    settings,
    connection,
    async remote() {
      if (connection.chosen() !== undefined) return connect(dependencies, terminal, connection)
      await sayThatStoresAreUsed(terminal, connection)
      return undefined
    },
    service: () => connect(dependencies, terminal, connection),
    readControlData: async (work) => closing(await openExistingControlDatabase(settings(), dependencies, 'read'), work),
    changeControlData: async (work) =>
      closing(await openExistingControlDatabase(settings(), dependencies, 'change'), work),
    createControlData: async (work) => closing(await openControlDatabase(settings(), dependencies), work),
    async execute({ store }, operation, input, nothingToChange = 'Nothing to change.') {
      const result = await executeForOperator(operation, input, { store, clock, random })
      if (result === undefined)
        throw typeof nothingToChange === 'string' ? new CommandError(nothingToChange) : nothingToChange
      return result
    },
  }
}

async function closing<T>(control: ControlData, work: (control: ControlData) => Promise<T>): Promise<T> {
  try {
    return await work(control)
  } finally {
    await control.store.close()
  }
}
