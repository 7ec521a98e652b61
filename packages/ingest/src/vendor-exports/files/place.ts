import { InvalidRequest } from '@footfall/core-domain'

/** Where something stands in an export. */
export interface Place {
  /** The entry of an archive; empty for a file that is none. */
  readonly entry: string
  /** From 1. */
  readonly line: number
}

/** `visitors.csv line 3`, or `line 3` of a file without entries. */
function placeText({ entry, line }: Place): string {
  return entry === '' ? `line ${line}` : `${entry} line ${line}`
}

/** The refusal of a whole file for what stands at a place. */
export function refusalAt(place: Place, field: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path: field === '' ? placeText(place) : `${placeText(place)}: ${field}`, message }])
}

/** The refusal of a file, or of an entry of it, as a whole. */
export function refusalOf(entry: string, message: string): InvalidRequest {
  return new InvalidRequest([{ path: entry === '' ? 'file' : entry, message }])
}
