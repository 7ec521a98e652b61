import assert from 'node:assert/strict'

/** The few assertions of the published suites on `node:assert`, so that they run under any test runner. */
export function expect(actual: unknown, note?: string) {
  const shown = () => `${note === undefined ? '' : `${note}: `}${JSON.stringify(actual)}`
  const text = () => {
    assert.ok(typeof actual === 'string', `${shown()} is not a string`)
    return actual
  }
  const size = () => (Array.isArray(actual) ? actual.length : Number(actual))
  return {
    toBe: (expected: unknown) => assert.equal(actual, expected, note),
    toEqual: (expected: unknown) => assert.deepEqual(actual, expected, note),
    toBeDefined: () => assert.notEqual(actual, undefined, note),
    toBeUndefined: () => assert.equal(actual, undefined, note),
    toHaveLength: (expected: number) => assert.equal(size(), expected, note),
    toBeAtMost: (limit: number) => assert.ok(size() <= limit, `${shown()} is more than ${limit}`),
    toBeAtLeast: (limit: number) => assert.ok(size() >= limit, `${shown()} is less than ${limit}`),
    toMatch: (pattern: RegExp) => assert.match(text(), pattern, note),
    toContain: (part: string) => assert.ok(text().includes(part), `${shown()} lacks ${part}`),
    not: {
      toBe: (expected: unknown) => assert.notEqual(actual, expected, note),
      toMatch: (pattern: RegExp) => assert.doesNotMatch(text(), pattern, note),
      toContain: (part: string) => assert.ok(!text().includes(part), `${shown()} contains ${part}`),
    },
  }
}
