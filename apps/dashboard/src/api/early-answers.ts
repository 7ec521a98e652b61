/** Counted from the start of the page. A later request is sent again, since the answer would be old. */
const TAKEN_WITHIN_MS = 10_000

const answers = new Map<string, Promise<Response>>()

/** Keeps the answer to a request that was sent before the page asks for it. */
export function keepEarly(url: string, answer: Promise<Response>): void {
  // Read to its end, so that an answer that no page takes leaves no connection open. The page that takes it handles a failure.
  answer.then((response) => response.clone().arrayBuffer()).catch(() => undefined)
  answers.set(url, answer)
}

/** The answer to a request that was sent early; undefined where there is none. Each is taken once. */
export function takeEarly(
  { method, url }: Pick<Request, 'method' | 'url'>,
  sincePageBegan = performance.now(),
): Promise<Response> | undefined {
  if (method !== 'GET') return undefined
  const answer = answers.get(url)
  answers.delete(url)
  return sincePageBegan < TAKEN_WITHIN_MS ? answer : undefined
}
