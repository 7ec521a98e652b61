import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** The priority of threads that read files, as `nice` counts it. */
export const NICE = 10

/** Lowers the priority of this thread: events and reports come first. Only Linux has priorities of threads. */
export function giveWay(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICE)
  } catch {
    // Another system: the thread competes as any other.
  }
}
