import type { Terminal } from './terminal.ts'

/** How far something long has come. */
export interface Progress {
  /** `share` is of the whole way, 0 to 1; `doing` says what happens now. */
  show(share: number, doing: string): void
  /** Takes the bar off the screen, so that the answer stands alone. */
  end(): void
}

const CELLS = 24
const REDRAW_EVERY_MS = 100
const TO_LINE_START = '\r\u001b[K'

/** A bar on standard error for a person who watches; nothing at all for a pipe, a log or `--json`. */
export function progressBar({ interactive, draw }: Terminal, nowMs: () => number): Progress {
  if (!interactive) return { show: () => {}, end: () => {} }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, doing) {
      const complete = share >= 1
      if (!complete && nowMs() - drawnAt < REDRAW_EVERY_MS) return
      drawnAt = nowMs()
      draw(`${TO_LINE_START}${bar(share)} ${doing}`)
    },
    end: () => draw(TO_LINE_START),
  }
}

function bar(share: number): string {
  const within = Math.min(Math.max(share, 0), 1)
  const full = Math.round(within * CELLS)
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(Math.floor(within * 100)).padStart(3)} %`
}
