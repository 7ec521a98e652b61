import type { Terminal } from './terminal.ts'

/** The progress of a long command. */
export interface Progress {
  /** `share` is from 0 to 1; `step` is what happens now. */
  show(share: number, step: string): void
  /** Removes the bar from the screen. */
  end(): void
}

const CELLS = 24
const REDRAW_EVERY_MS = 100
const TO_LINE_START = '\r\u001b[K'

/** A bar on standard error of a terminal; nothing for a pipe, a log or `--json`. */
export function progressBar({ interactive, draw }: Terminal, nowMs: () => number): Progress {
  if (!interactive) return { show: () => {}, end: () => {} }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    show(share, step) {
      const complete = share >= 1
      if (!complete && nowMs() - drawnAt < REDRAW_EVERY_MS) return
      drawnAt = nowMs()
      draw(`${TO_LINE_START}${bar(share)} ${step}`)
    },
    end: () => draw(TO_LINE_START),
  }
}

function bar(share: number): string {
  const within = Math.min(Math.max(share, 0), 1)
  const full = Math.round(within * CELLS)
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(Math.floor(within * 100)).padStart(3)} %`
}
