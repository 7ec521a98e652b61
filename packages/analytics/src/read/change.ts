/** (value − earlier value) ÷ earlier value; null where either is missing or the earlier one is zero. */
export function change(value: number | null, earlier: number | null): number | null {
  return value === null || earlier === null || earlier === 0 ? null : (value - earlier) / earlier
}
