import { useEffect, useRef } from 'react'

/** An action of a page, listed by the command palette. A key may run it. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly group: CommandGroup
  /** The character that runs it outside of text fields; with Shift where the character needs it. */
  readonly key?: string
  readonly run: () => void
}

export const COMMAND_GROUPS = ['period', 'filters', 'chart'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

type Offer = { readonly current: readonly Command[] }

const offers = new Set<Offer>()

/** Offers commands while the component is on the page. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => {
    offers.add(latest)
    return () => void offers.delete(latest)
  }, [])
}

/** The commands of the page as it is now. */
export function currentCommands(): readonly Command[] {
  return [...offers].flatMap(({ current }) => current)
}
