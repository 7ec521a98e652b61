import { InvalidRequest } from '@footfall/core-domain'

/** A position in an export. */
export interface Place {
  /** The entry of an archive; empty for a file without entries. */
  readonly entry: string
  /** From 1. */
  readonly line: number
}

/** `visitors.csv line 3`, or `line 3` of a file without entries. */
function placeText({ entry, line }: Place): string {
  return entry === '' ? `line ${line}` : `${entry} line ${line}`
}

/** Rejects a whole file for what is at a place. */
export function rejectionAt(place: Place, field: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path: field === '' ? placeText(place) : `${placeText(place)}: ${field}`, message }])
}

/** Rejects a file, or an entry of it, as a whole. */
export function rejectionOf(entry: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path: entry === '' ? 'file' : entry, message }])
}
