import type { Shown } from './answered.ts'

export const said = (shown: Shown | undefined) => `${shown?.value} (${shown?.state})`

export function isShown(shown: Shown | undefined, right: number | null): boolean {
  if (shown === undefined) return false
  // Points outside of what was collected and kept are unavailable, and those of a value that never came are empty.
  if (shown.state === 'unavailable' || shown.state === 'empty')
    return shown.value === null && (right === null || right === 0)
  return isNear(shown.value, right) && (shown.state === 'available') === (right !== null)
}

export function isNear(value: number | null | undefined, right: number | null): boolean {
  if (value === null || value === undefined || right === null) return (value ?? null) === right
  if (!Number.isFinite(value) || !Number.isFinite(right)) return value === right
  return Math.abs(value - right) <= 1e-9 * Math.max(1, Math.abs(right))
}
