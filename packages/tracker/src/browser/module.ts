import { type Core, start } from './core.ts'
import { showNotice } from './notice.ts'
import type { EventArguments, EventName, InitOptions } from './options.ts'

export type { EventArguments, EventName, EventOptions, EventProperties, Events, InitOptions } from './options.ts'

let core: Core | undefined
/** Calls made before `init`, in their order. */
const early: ((core: Core) => void)[] = []

/**
 * Starts counting, once; further calls change nothing. On a server, where there is no page, it and all other functions do
 * nothing.
 */
export function init(options: InitOptions): void {
  if (typeof document === 'undefined' || core !== undefined) return
  const started = start(settingsOf(options), options.api ?? `${location.origin}/api/event`, options.props, {
    '': options.transform,
  })
  core = started
  const [, , , choice] = started.extra
  if (choice) showNotice(choice)
  for (const call of early.splice(0)) call(started)
}

/** Sends an event. */
export function track<Name extends EventName>(name: Name, ...[options]: EventArguments<Name>): void {
  run((started) => started(name, options))
}

/** Counts the current page, with `manual` or once more. */
export function page(): void {
  run((started) => started.page())
}

/** Names the visitor of later events, if the product identifies visitors; without a name, nobody. */
export function identify(visitor?: string): void {
  run((started) => started.identify(visitor))
}

/** Excludes this browser while its storage lasts; `false` includes it again. */
export function optOut(isOut?: boolean): void {
  run((started) => started.optOut(isOut))
}

function run(call: (core: Core) => void): void {
  if (core !== undefined) call(core)
  else if (typeof document !== 'undefined') early.push(call)
}

/** The options as the attributes of the script, of which one that is there is on. */
function settingsOf({ product, visitor, manual, hash, local, leaveOut = [] }: InitOptions): Record<string, string> {
  const on = { manual, hash, local }
  return {
    product,
    ...(visitor === undefined ? {} : { visitor }),
    ...Object.fromEntries(Object.entries(on).flatMap(([name, isOn]) => (isOn ? [[name, '']] : []))),
    ...Object.fromEntries(leaveOut.map((name) => [`no${name[0]?.toUpperCase()}${name.slice(1)}`, ''])),
  }
}
